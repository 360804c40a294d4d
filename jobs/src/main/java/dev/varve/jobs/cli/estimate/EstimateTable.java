package dev.varve.jobs.cli.estimate;

import dev.varve.jobs.engine.run.Runs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes estimates into table {@code estimate_result}. */
final class EstimateTable {
  private EstimateTable() {}

  private record ResultRow(
      String runId,
      String subject,
      int place,
      String quantity,
      String unit,
      double value,
      double low,
      double high,
      String how,
      double readRatio) {}

  /** Adds the rows of an estimate to a warehouse. */
  static void add(Runs runs, String location, Estimate estimate) throws IOException {
    runs.execute(
        "estimate",
        Map.of("subject", estimate.subject()),
        location,
        run -> {
          List<ResultRow> rows = new ArrayList<>();
          for (Quantity quantity : estimate.quantities()) {
            rows.add(
                new ResultRow(
                    run.id(),
                    estimate.subject(),
                    rows.size(),
                    Quantity.tableName(quantity.measure()),
                    Quantity.tableName(quantity.measure().unit()),
                    quantity.interval().value(),
                    quantity.interval().low(),
                    quantity.interval().high(),
                    Quantity.tableName(quantity.source()),
                    estimate.readRatio()));
          }
          run.add("estimate_result", ResultRow.class, rows, "run_id", "place");
        });
  }
}
