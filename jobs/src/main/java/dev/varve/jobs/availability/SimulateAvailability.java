package dev.varve.jobs.availability;

import dev.varve.availability.ClosedForm;
import dev.varve.availability.Interval;
import dev.varve.availability.Protection;
import dev.varve.availability.Tally;
import dev.varve.jobs.run.ResultRow;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.Simulation;
import dev.varve.jobs.run.Staleness;
import dev.varve.placement.Cluster;
import dev.varve.placement.FailureScenario;
import dev.varve.placement.Redundancy;
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
 * the published figure where there is one. Rows of other sources stay.
 *
 * @param made a fleet to be made up in place of the warehouse's, or null
 */
record SimulateAvailability(AvailabilitySettings asked, @Nullable SyntheticSettings made)
    implements Simulation.Job {
  static final String VERB = "simulate availability";
  static final String TABLE = "availability_result";
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
    String source = made == null ? CountedFleets.SOURCE : SyntheticFleets.SOURCE;
    Map<String, String> options = Map.of(Staleness.SOURCE, source);
    return made == null
        ? runs.runOnExisting(VERB, options, location, run -> run(source, run))
        : runs.run(VERB, options, location, run -> run(source, run));
  }

  @Override
  public String told(RunSummary run) {
    return run.count("cells") + " rows of " + TABLE;
  }

  private void run(String source, Run run) throws IOException {
    List<Row> rows = rows(run);
    run.count("cells", rows.size());
    run.addBesideOthers(TABLE, source, rows, ORDER);
  }

  private List<Row> rows(Run run) throws IOException {
    PublishedAvailability published = new PublishedAvailability(run.spark());
    List<Supplier<SchemeFleet>> fleets =
        made == null
            ? new CountedFleets(run, asked.blockBytes(), asked.partEdges()).of()
            : SyntheticFleets.of(run.context(), made, asked);
    List<Row> rows = new ArrayList<>();
    for (Supplier<SchemeFleet> maker : fleets) {
      SchemeFleet fleet = maker.get();
      run.reporter()
          .note(
              String.format(
                  Locale.ROOT,
                  "%s: %,d owners, %,d blocks, of them %,d popular, %,d edges",
                  fleet.scheme(),
                  fleet.owners(),
                  fleet.blocks().privateCount() + fleet.blocks().popularCount(),
                  fleet.blocks().popularCount(),
                  fleet.edges()));
      FailureTrials trials = new FailureTrials(run.context(), fleet, asked);
      for (Protection protection : asked.protections().of(fleet.blocks())) {
        rows.addAll(cells(fleet, protection, asked, trials, published));
      }
      fleet.release();
    }
    return rows;
  }

  private static List<Row> cells(
      SchemeFleet fleet,
      Protection protection,
      AvailabilitySettings asked,
      FailureTrials trials,
      PublishedAvailability published) {
    List<Tally> tallies =
        asked.trials() == 0 && !asked.exhaustive()
            ? List.of()
            : trials.run(protection, asked.failures());
    List<Row> rows = new ArrayList<>();
    for (int number = 0; number < asked.failures().size(); number++) {
      AvailabilitySettings.Failure failure = asked.failures().get(number);
      ResultRow row = new ResultRow(TABLE);
      setting(row, fleet, protection, failure, asked);
      FailureScenario scenario = failure.on(protection.cluster(), asked.seed());
      @Nullable Double closed = closedForm(fleet, protection, scenario);
      row.set("closed_form", closed);
      if (closed != null && failure.correlation().equals("exactly")) {
        row.set("mean_form", meanForm(fleet, protection, failure.settings().failed()));
        published
            .figure(
                new PublishedAvailability.Setting(
                    fleet.scheme(),
                    protection.cluster().machines(),
                    failure.settings().failed(),
                    protection.redundancy(),
                    fleet.blocks().popular(protection.popularRedundancy()),
                    fleet.owners(),
                    mean(fleet.privateBlocks()),
                    mean(fleet.popularBlocks())))
            .ifPresent(figure -> row.set("published", figure));
      }
      if (!tallies.isEmpty()) {
        simulated(row, tallies.get(number), asked);
        row.set("placements", trials.drawsPlacements(protection) ? (long) asked.trials() : 1L);
      } else {
        row.set("trials", 0L)
            .set("placements", 0L)
            .set("vms_lost", closed == null ? null : fleet.owners() * (1 - closed));
      }
      rows.add(row.row());
    }
    return rows;
  }

  private static void setting(
      ResultRow row,
      SchemeFleet fleet,
      Protection protection,
      AvailabilitySettings.Failure failure,
      AvailabilitySettings asked) {
    @Nullable Redundancy popular = fleet.blocks().popular(protection.popularRedundancy());
    Cluster cluster = protection.cluster();
    double[] counts = failure.on(cluster, asked.seed()).failedCounts();
    double meanFailed = 0;
    for (int failed = 1; failed < counts.length; failed++) {
      meanFailed += failed * counts[failed];
    }
    boolean machines =
        failure.correlation().equals("exactly") || failure.correlation().equals("rack-plus");
    boolean racks = failure.correlation().equals("racks");
    boolean independent = failure.correlation().equals("independent");
    row.set("source", fleet.source())
        .set("scheme", fleet.scheme())
        .set("machines", cluster.machines())
        .set("racks", cluster.racks())
        .set("correlation", failure.correlation())
        .set("failed", machines ? failure.settings().failed() : null)
        .set("failed_racks", racks ? failure.settings().failedRacks() : null)
        .set("fail_probability", independent ? failure.settings().failProbability() : null)
        .set("mean_failed", meanFailed)
        .set("placement", protection.placement())
        .set("redundancy", protection.redundancy().toString())
        .set("replicas", protection.redundancy().shards())
        .set("popular_redundancy", popular == null ? null : popular.toString())
        .set("popular_replicas", popular == null ? null : popular.shards())
        .set("owners", (long) fleet.owners())
        .set("private_blocks", mean(fleet.privateBlocks()))
        .set("popular_blocks", mean(fleet.popularBlocks()))
        .set("data_bytes", fleet.blocks().dataBytes())
        .set("stored_bytes", fleet.blocks().storedBytes(protection))
        .set("seed", asked.seed().value());
  }

  private static void simulated(ResultRow row, Tally tally, AvailabilitySettings asked) {
    boolean exact = asked.exhaustive();
    Interval interval =
        exact
            ? new Interval(tally.availability(), tally.availability())
            : tally.availability(asked.confidence());
    Interval anyLoss =
        exact
            ? new Interval(tally.anyLossRatio(), tally.anyLossRatio())
            : tally.anyLoss(asked.confidence());
    row.set("simulated", tally.availability())
        .set("simulated_low", interval.low())
        .set("simulated_high", interval.high())
        .set("confidence", exact ? 1 : asked.confidence())
        .set("trials", tally.trials())
        .set("vms_lost", tally.ownersLost())
        .set("any_loss", tally.anyLossRatio())
        .set("any_loss_low", anyLoss.low())
        .set("any_loss_high", anyLoss.high());
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
        mean(fleet.privateBlocks()),
        protection.popularRedundancy(),
        mean(fleet.popularBlocks()),
        protection.cluster().machines(),
        failed);
  }

  private static double mean(int[] counts) {
    long sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return (double) sum / counts.length;
  }
}
