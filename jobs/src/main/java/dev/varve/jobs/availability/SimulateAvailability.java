package dev.varve.jobs.availability;

import dev.varve.availability.ClosedForm;
import dev.varve.availability.Protection;
import dev.varve.availability.Tally;
import dev.varve.jobs.fleet.CountedFleets;
import dev.varve.jobs.fleet.Redundant;
import dev.varve.jobs.fleet.SchemeFleet;
import dev.varve.jobs.fleet.SyntheticFleets;
import dev.varve.jobs.fleet.SyntheticSettings;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.Simulation;
import dev.varve.jobs.run.Staleness;
import dev.varve.jobs.schema.Tables;
import dev.varve.placement.FailureScenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Table {@code availability_result}: for each scheme and setting the closed form, the trials, and
 * the published figure where there is one. Rows of other sources are kept.
 *
 * @param synthetic the synthetic fleet to use instead of the warehouse's, or null
 */
record SimulateAvailability(AvailabilitySettings settings, @Nullable SyntheticSettings synthetic)
    implements Simulation.Job {
  static final String VERB = "simulate availability";
  static final String TABLE = "availability_result";
  static final RowBinder<AvailabilityRow> ROWS = Tables.rows(TABLE, AvailabilityRow.class);
  static final String[] ORDER = {
    "source",
    "scheme",
    "machines",
    "placement",
    "replicas",
    "redundancy",
    "popular_replicas",
    "popular_redundancy",
    "correlation",
    "failed",
    "failed_racks",
    "fail_probability"
  };

  @Override
  public RunSummary run(Runs runs, String location) throws IOException {
    String source = synthetic == null ? CountedFleets.SOURCE : SyntheticFleets.SOURCE;
    Map<String, String> options = Map.of(Staleness.SOURCE, source);
    return synthetic == null
        ? runs.runOnExisting(VERB, options, location, run -> run(source, run))
        : runs.run(VERB, options, location, run -> run(source, run));
  }

  @Override
  public String summary(RunSummary run) {
    return run.count("cells") + " rows of " + TABLE;
  }

  private void run(String source, Run run) throws IOException {
    List<Row> rows = rows(run).stream().map(ROWS::row).toList();
    run.count("cells", rows.size());
    run.addBesideOthers(TABLE, source, rows, ORDER);
  }

  private List<AvailabilityRow> rows(Run run) throws IOException {
    if (synthetic != null) {
      return rows(SyntheticFleets.of(run.context(), synthetic, settings.fleet()), run);
    }
    return rows(new CountedFleets(run, settings.blockBytes(), settings.partEdges()).of(), run);
  }

  private List<AvailabilityRow> rows(List<Supplier<SchemeFleet>> fleets, Run run) {
    PublishedAvailability published = new PublishedAvailability(run.spark());
    List<AvailabilityRow> rows = new ArrayList<>();
    for (Supplier<SchemeFleet> maker : fleets) {
      SchemeFleet fleet = maker.get();
      run.note(
          String.format(
              Locale.ROOT,
              "%s: %,d owners, %,d blocks, of them %,d popular, %,d edges",
              fleet.scheme(),
              fleet.owners(),
              fleet.blocks().privateCount() + fleet.blocks().popularCount(),
              fleet.blocks().popularCount(),
              fleet.edges()));
      FailureTrials trials = new FailureTrials(run.context(), fleet, settings);
      for (Protection protection : settings.protections().of(fleet.blocks())) {
        rows.addAll(cells(fleet, protection, settings, trials, published));
      }
      fleet.release();
    }
    return rows;
  }

  private static List<AvailabilityRow> cells(
      SchemeFleet fleet,
      Protection protection,
      AvailabilitySettings settings,
      FailureTrials trials,
      PublishedAvailability published) {
    List<Tally> tallies =
        settings.trials() == 0 && !settings.exhaustive()
            ? List.of()
            : trials.run(protection, settings.failures());
    List<AvailabilityRow> rows = new ArrayList<>();
    for (int number = 0; number < settings.failures().size(); number++) {
      AvailabilitySettings.Failure failure = settings.failures().get(number);
      FailureScenario scenario = failure.on(protection.cluster(), settings.seed());
      AvailabilityRow.ClosedForms closed =
          closedForms(fleet, protection, failure, scenario, published);
      rows.add(
          new AvailabilityRow(
              fleet.source(),
              fleet.scheme(),
              protection.cluster(),
              AvailabilityRow.Failed.of(failure, scenario.failedCounts()),
              Redundant.of(protection, fleet.blocks()),
              AvailabilityRow.Blocks.of(fleet, protection),
              closed,
              tallies.isEmpty()
                  ? AvailabilityRow.Trials.none(lost(fleet, closed))
                  : AvailabilityRow.Trials.of(
                      tallies.get(number),
                      trials.drawsPlacements(protection) ? settings.trials() : 1,
                      settings),
              settings.seed().value()));
    }
    return rows;
  }

  /** Owners that the closed form expects to be lost. */
  private static @Nullable Double lost(SchemeFleet fleet, AvailabilityRow.ClosedForms closed) {
    Double available = closed.closedForm();
    return available == null ? null : fleet.owners() * (1 - available);
  }

  private static AvailabilityRow.ClosedForms closedForms(
      SchemeFleet fleet,
      Protection protection,
      AvailabilitySettings.Failure failure,
      FailureScenario scenario,
      PublishedAvailability published) {
    @Nullable Double closed = closedForm(fleet, protection, scenario);
    if (closed == null || !failure.correlation().equals("exactly")) {
      return new AvailabilityRow.ClosedForms(closed, null, null);
    }
    int failed = failure.settings().failed();
    @Nullable Double printed =
        published
            .figure(
                new PublishedAvailability.Setting(
                    fleet.scheme(),
                    protection.cluster().machines(),
                    failed,
                    protection.redundancy(),
                    fleet.blocks().popular(protection.popularRedundancy()),
                    new PublishedAvailability.Fleet(
                        fleet.owners(), fleet.meanPrivateBlocks(), fleet.meanPopularBlocks())))
            .orElse(null);
    return new AvailabilityRow.ClosedForms(closed, meanForm(fleet, protection, failed), printed);
  }

  private static @Nullable Double closedForm(
      SchemeFleet fleet, Protection protection, FailureScenario scenario) {
    return protection.placement().equals("uniform")
        ? ClosedForm.availability(
            fleet.privateBlocks(), fleet.popularBlocks(), protection, scenario)
        : null;
  }

  private static double meanForm(SchemeFleet fleet, Protection protection, int failed) {
    return ClosedForm.availability(
        protection.redundancy(),
        fleet.meanPrivateBlocks(),
        protection.popularRedundancy(),
        fleet.meanPopularBlocks(),
        protection.cluster().machines(),
        failed);
  }
}
