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
 * @param source counted: the blocks of the warehouse; synthetic: a fleet drawn from a seed
 * @param scheme vc or vo of VMs; by-layer, by-repository or global of images
 * @param lossPerYear confidence interval of the probability of a loss in a year
 * @param seed of the trials
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

  /**
   * Failures and repairs of machines.
   *
   * @param meanHoursToFailure of one machine, exponential
   * @param machineBytesPerSecond limit of one repair, in bytes read
   * @param totalBytesPerSecond limit of all running repairs together
   * @param repairWork fixed or exponential
   * @param meanHoursToRepair of a machine of average load, repaired alone
   */
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

  /**
   * The data stored, and the number of distinct machine sets.
   *
   * @param dataBytes of all blocks, each once
   * @param storedBytes with replicas or parity
   * @param machineSets distinct sets of machines that store a block
   */
  record Store(long dataBytes, long storedBytes, long machineSets) {}

  /**
   * Results of the trials.
   *
   * @param years length of each trial
   * @param lossPerYear probability, from the share of trials with a loss
   * @param confidence of the interval of that probability
   */
  record Losses(double years, LossTally tally, double lossPerYear, double confidence) {}

  /**
   * Results of the Markov chains.
   *
   * @param markovPerYear probability of a loss in a year, where the machines are one chain; else
   *     null
   * @param markovSumPerYear rate of the chain of one machine set, times the number of sets
   */
  record Markov(@Nullable Double markovPerYear, double markovSumPerYear) {}
}
