package dev.varve.jobs.estimate;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Row;

/** Table {@code estimate_result}. */
final class KeptEstimate {
  private KeptEstimate() {}

  /** A row of the table. */
  private record Kept(
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
  static void add(Runs runs, String location, Estimated estimated) throws IOException {
    RowBinder<Kept> binder = Tables.rows("estimate_result", Kept.class);
    runs.run(
        "estimate",
        Map.of("subject", estimated.subject()),
        location,
        run -> {
          List<Row> rows = new ArrayList<>();
          for (Quantity one : estimated.quantities()) {
            rows.add(
                binder.row(
                    new Kept(
                        run.id(),
                        estimated.subject(),
                        rows.size(),
                        one.measure().word(),
                        one.measure().unit().name().toLowerCase(Locale.ROOT),
                        one.is().value(),
                        one.is().low(),
                        one.is().high(),
                        one.how().name().toLowerCase(Locale.ROOT),
                        estimated.readRatio())));
          }
          run.publication().add("estimate_result", rows, "run_id", "place");
        });
  }
}
