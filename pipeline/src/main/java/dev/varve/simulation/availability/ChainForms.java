package dev.varve.simulation.availability;

import dev.varve.simulation.availability.RepairSettings.RepairWork;
import dev.varve.simulation.placement.Redundancy;
import org.jspecify.annotations.Nullable;

/**
 * Probabilities of data loss within a year, computed by Markov chains.
 *
 * @param meanHoursToRepair mean time to repair a machine of average load at its own bandwidth
 * @param exactPerYear exact probability that a store with all machines up loses data within a year,
 *     where all machines form one chain; else null
 * @param sumPerYear the probability for one machine set, times the number of sets: an upper bound
 */
public record ChainForms(
    double meanHoursToRepair, @Nullable Double exactPerYear, double sumPerYear) {
  private static final double HOURS_PER_YEAR = 365.25 * 24;
  private static final int SECONDS_PER_HOUR = 3600;

  /** The bytes of a store's private and popular blocks, without replicas or parity. */
  public record Store(double privateBytes, double popularBytes) {}

  /**
   * The forms for a store that has been placed.
   *
   * @param store bytes of its blocks
   * @param privateSets distinct sets of machines that store a private block
   * @param popularSets distinct sets of machines that store a popular block
   */
  public static ChainForms of(
      Store store,
      Protection protection,
      RepairSettings repair,
      long privateSets,
      long popularSets) {
    Redundancy redundancy = protection.redundancy();
    Redundancy popular = protection.popularRedundancy();
    int machines = protection.cluster().machines();
    // Restoring one shard of a code reads as many bytes as the whole block has.
    double machineBytes =
        (store.privateBytes() * redundancy.shards() + store.popularBytes() * popular.shards())
            / machines;
    double hours = machineBytes / repair.machineBytesPerSecond() / SECONDS_PER_HOUR;
    double sum = 0;
    @Nullable Double exact = null;
    boolean oneChain = repair.work() == RepairWork.EXPONENTIAL;
    if (privateSets > 0) {
      MarkovDurability chain = chain(redundancy, repair, hours);
      sum += chain.mostLossProbability(HOURS_PER_YEAR, privateSets);
      oneChain &= redundancy.shards() == machines;
      exact = chain.lossProbability(HOURS_PER_YEAR);
    }
    if (popularSets > 0) {
      MarkovDurability chain = chain(popular, repair, hours);
      sum += chain.mostLossProbability(HOURS_PER_YEAR, popularSets);
      oneChain &= popular.shards() == machines;
      double ofPopular = chain.lossProbability(HOURS_PER_YEAR);
      exact = exact == null ? ofPopular : Math.max(exact, ofPopular);
    }
    return new ChainForms(hours, oneChain ? exact : null, Math.min(1, sum));
  }

  private static MarkovDurability chain(
      Redundancy redundancy, RepairSettings repair, double hours) {
    return MarkovDurability.of(
        redundancy,
        repair.meanHoursToFailure(),
        Math.max(hours, Double.MIN_NORMAL),
        repair.totalBytesPerSecond() / repair.machineBytesPerSecond());
  }
}
