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
 * @param source counted: the blocks of the warehouse; synthetic: a fleet drawn from a seed;
 *     published: block counts of a published table
 * @param scheme vc or vo of VMs; by-layer, by-repository or global of images; block for one block
 *     alone
 * @param closed availability by the formulas
 * @param trials results of the trials
 * @param seed of the trials; null without trials
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

  /**
   * The machines that fail. Columns that this correlation does not use are null.
   *
   * @param correlation which machines fail: exactly, independent, racks or rack-plus
   * @param failed machines that fail at random: in all (exactly), or in addition to the rack
   *     (rack-plus)
   * @param failedRacks whole racks that fail
   * @param failProbability of each machine
   * @param meanFailed machines that fail on average
   */
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

  /**
   * The number of owners, and the average number of blocks that an owner touches.
   *
   * @param owners VMs or images
   * @param privateBlocks private blocks that an owner touches on average
   * @param popularBlocks popular blocks that an owner touches on average
   * @param dataBytes of all blocks, each once; null when only block counts are known
   * @param storedBytes with replicas or parity; null likewise
   */
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

  /**
   * Availability by the formulas, and the published figure.
   *
   * @param closedForm expected availability, 0..1, over each owner's own number of blocks; null
   *     where blocks are not placed independently and uniformly
   * @param meanForm the published formula, over the mean number of blocks; null where closedForm
   *     is, and unless an exact number of machines fails
   * @param published the published figure for exactly this setting and fleet; null without one
   */
  record ClosedForms(
      @Nullable Double closedForm, @Nullable Double meanForm, @Nullable Double published) {}

  /**
   * Results of the trials. Means, intervals and confidence are null without trials.
   *
   * @param trials failures drawn, or all possible ones; 0 for closed forms alone
   * @param placements placements drawn
   * @param vmsLost VMs or images lost on average; by the closed form without trials
   */
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

  /**
   * Mean availability, and the share of trials that lost anything.
   *
   * @param simulated availability, 0..1
   * @param anyLoss share of the trials that lost anything at all
   */
  record Means(double simulated, double anyLoss) {}

  /**
   * Confidence intervals of the means.
   *
   * @param confidence of the intervals; 1 where every choice of failed machines was tried
   */
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
