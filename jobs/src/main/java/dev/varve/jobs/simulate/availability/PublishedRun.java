package dev.varve.jobs.simulate.availability;

import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.simulate.fleet.SourceRows;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Recomputes the availability tables published in the literature and prints them; also stores them
 * if there is a warehouse.
 */
record PublishedRun() implements Simulation.Job {
  private static final List<String> COLUMNS =
      List.of(
          "scheme",
          "machines",
          "failed",
          "replicas",
          "popular_replicas",
          "availability_percent",
          "published_percent",
          "vms_lost");

  @Override
  public RunSummary run(Runs runs, String location) throws IOException {
    return runs.execute(
        AvailabilitySimulation.VERB,
        Map.of(Staleness.SOURCE, PublishedAvailability.SOURCE),
        location,
        run -> {
          List<AvailabilityRow> rows = new PublishedAvailability(run.engine()).rows();
          run.count("cells", rows.size());
          SourceRows.add(
              run,
              AvailabilitySimulation.TABLE,
              AvailabilityRow.class,
              PublishedAvailability.SOURCE,
              rows,
              AvailabilitySimulation.ORDER);
        });
  }

  @Override
  public String summary(RunSummary run) {
    return run.count("cells", "row") + " of " + AvailabilitySimulation.TABLE;
  }

  @Override
  public boolean needsNoWarehouse() {
    return true;
  }

  @Override
  public Simulation.Printed printed(Runs runs) throws IOException {
    List<AvailabilityRow> rows = runs.compute(engine -> new PublishedAvailability(engine).rows());
    return new Simulation.Printed(
        COLUMNS, rows.stream().map(PublishedRun::printedRow).toList(), comparison(rows));
  }

  private static String comparison(List<AvailabilityRow> rows) {
    double maxDifference =
        rows.stream()
            .map(AvailabilityRow::closed)
            .filter(closed -> closed.closedForm() != null && closed.published() != null)
            .mapToDouble(closed -> 100 * Math.abs(closed.closedForm() - closed.published()))
            .max()
            .orElse(0);
    return String.format(
        Locale.ROOT,
        "compared  %d published figures (vo: VM-oblivious, vc: VM-centric, block: one block), at"
            + " most %.6f percentage points apart",
        rows.size(),
        maxDifference);
  }

  private static List<@Nullable Object> printedRow(AvailabilityRow row) {
    return Arrays.asList(
        row.scheme(),
        row.cluster().machines(),
        row.failed().failed(),
        row.redundant().replicas(),
        row.redundant().popularReplicas(),
        percent(row.closed().closedForm()),
        percent(row.closed().published()),
        rounded(row.trials().vmsLost(), 6));
  }

  private static @Nullable Double percent(@Nullable Double ratio) {
    return ratio == null ? null : rounded(100 * ratio, 13);
  }

  private static @Nullable Double rounded(@Nullable Double value, int digits) {
    return value == null
        ? null
        : BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).doubleValue();
  }
}
