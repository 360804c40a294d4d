package dev.varve.jobs.simulate.availability;

import dev.varve.jobs.simulate.fleet.RedundancyColumns;
import dev.varve.jobs.simulate.fleet.SchemeFleet;
import dev.varve.simulation.availability.MeanInterval;
import dev.varve.simulation.availability.Protection;
import dev.varve.simulation.availability.Tally;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.FailureSettings;
import org.jspecify.annotations.Nullable;

/**
 * A row of table {@code availability_result}.
 *
 * @param closed availability by the formulas
 * @param trials results of the trials
 */
record AvailabilityRow(
    String source,
    String scheme,
    Cluster cluster,
    Failed failed,
    RedundancyColumns redundant,
    Blocks blocks,
    ClosedForms closed,
    Trials trials,
    @Nullable Long seed) {

  /** The machines that fail. Columns that this correlation does not use are null. */
  record Failed(
      String correlation,
      @Nullable Integer failed,
      @Nullable Integer failedRacks,
      @Nullable Double failProbability,
      double meanFailed) {

    static Failed of(AvailabilitySettings.Failure failure, double[] counts) {
      double mean = 0;
      for (int failed = 1; failed < counts.length; failed++) {
        mean += failed * counts[failed];
      }
      String correlation = failure.correlation();
      FailureSettings settings = failure.settings();
      boolean machines = correlation.equals("exactly") || correlation.equals("rack-plus");
      return new Failed(
          correlation,
          machines ? settings.failed() : null,
          correlation.equals("racks") ? settings.failedRacks() : null,
          correlation.equals("independent") ? settings.failProbability() : null,
          mean);
    }
  }

  /** The number of owners, and the average number of blocks that an owner touches. */
  record Blocks(
      long owners,
      double privateBlocks,
      double popularBlocks,
      @Nullable Long dataBytes,
      @Nullable Long storedBytes) {

    static Blocks of(SchemeFleet fleet, Protection protection) {
      return new Blocks(
          fleet.owners(),
          fleet.meanPrivateBlocks(),
          fleet.meanPopularBlocks(),
          fleet.blocks().dataBytes(),
          fleet.blocks().storedBytes(protection));
    }
  }

  /** Availability by the formulas, and the published figure. */
  record ClosedForms(
      @Nullable Double closedForm, @Nullable Double meanForm, @Nullable Double published) {}

  /** Results of the trials. Means, intervals and confidence are null without trials. */
  record Trials(
      @Nullable Means means,
      @Nullable Intervals intervals,
      long trials,
      long placements,
      @Nullable Double vmsLost) {

    static Trials none(@Nullable Double vmsLost) {
      return new Trials(null, null, 0, 0, vmsLost);
    }

    static Trials of(Tally tally, long placements, AvailabilitySettings settings) {
      Intervals intervals =
          settings.isExhaustive()
              ? Intervals.exact(tally)
              : new Intervals(
                  tally.availability(settings.confidence()),
                  tally.anyLoss(settings.confidence()),
                  settings.confidence());
      return new Trials(
          new Means(tally.availability(), tally.anyLossRatio()),
          intervals,
          tally.trials(),
          placements,
          tally.ownersLost());
    }
  }

  /** Mean availability, and the share of trials that lost anything. */
  record Means(double simulated, double anyLoss) {}

  /** Confidence intervals of the means. */
  record Intervals(MeanInterval simulated, MeanInterval anyLoss, double confidence) {
    /** Intervals of width 0, for runs that tried every choice of failed machines. */
    static Intervals exact(Tally tally) {
      return new Intervals(
          new MeanInterval(tally.availability(), tally.availability()),
          new MeanInterval(tally.anyLossRatio(), tally.anyLossRatio()),
          1);
    }
  }
}
