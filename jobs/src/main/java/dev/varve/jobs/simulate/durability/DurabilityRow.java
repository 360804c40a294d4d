package dev.varve.jobs.simulate.durability;

import dev.varve.jobs.simulate.fleet.RedundancyColumns;
import dev.varve.simulation.availability.LossTally;
import dev.varve.simulation.availability.MeanInterval;
import dev.varve.simulation.availability.RepairSettings;
import dev.varve.simulation.placement.Cluster;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A row of table {@code durability_result}.
 *
 * @param lossPerYear confidence interval of the probability of a loss in a year
 */
record DurabilityRow(
    String source,
    String scheme,
    Cluster cluster,
    RedundancyColumns redundant,
    Repair repair,
    Store store,
    Losses losses,
    MeanInterval lossPerYear,
    Markov markov,
    long seed) {

  /** Failures and repairs of machines. */
  record Repair(
      double meanHoursToFailure,
      long machineBytesPerSecond,
      long totalBytesPerSecond,
      String repairWork,
      double meanHoursToRepair) {

    static Repair of(RepairSettings repair, double meanHoursToRepair) {
      return new Repair(
          repair.meanHoursToFailure(),
          Math.round(repair.machineBytesPerSecond()),
          Math.round(repair.totalBytesPerSecond()),
          repair.work().name().toLowerCase(Locale.ROOT),
          meanHoursToRepair);
    }
  }

  /** The data stored, and the number of distinct machine sets. */
  record Store(long dataBytes, long storedBytes, long machineSets) {}

  /**
   * Results of the trials.
   *
   * @param years length of each trial
   */
  record Losses(double years, LossTally tally, double lossPerYear, double confidence) {}

  /** Results of the Markov chains. */
  record Markov(@Nullable Double markovPerYear, double markovSumPerYear) {}
}
