package dev.varve.simulation.availability;

import dev.varve.simulation.placement.FailureScenario;
import dev.varve.simulation.placement.Redundancy;

/**
 * Availability under independent uniform placement, computed in log space, so that no digits are
 * lost when it is near 1 or when a VM touches many blocks.
 *
 * @see <a href="https://doi.org/10.1109/TPDS.2015.2408263">W. Zhang et al.: VM-centric snapshot
 *     deduplication for converged cloud architectures</a>
 */
public final class ClosedForm {
  private ClosedForm() {}

  /**
   * The probability that a block is lost when {@code failed} of the machines fail: C(d,r)/C(p,r)
   * for r replicas. For codes it is the sum over all numbers of failed shards that lose the block.
   */
  public static double blockLoss(Redundancy redundancy, int machines, int failed) {
    int shards = redundancy.shards();
    if (shards > machines || failed < 0 || failed > machines) {
      throw new IllegalArgumentException(
          shards + " shards, " + failed + " failed, " + machines + " machines");
    }
    double loss = 0;
    for (int down = redundancy.fatalFailures(); down <= shards; down++) {
      double probability = 1;
      for (int i = 0; i < down; i++) {
        probability *= Math.max(0, (double) (failed - i)) / (machines - i);
      }
      for (int i = down; i < shards; i++) {
        double live = Math.max(0, machines - failed - (i - down));
        probability *= live / (machines - i) * (i + 1) / (i - down + 1);
      }
      loss += probability;
    }
    return Math.min(1, loss);
  }

  /** The probability that a block is lost when machines fail independently. */
  public static double blockLoss(Redundancy redundancy, double failProbability) {
    int shards = redundancy.shards();
    double loss = 0;
    for (int down = redundancy.fatalFailures(); down <= shards; down++) {
      double probability =
          Math.pow(failProbability, down) * Math.pow(1 - failProbability, shards - down);
      for (int i = down; i < shards; i++) {
        probability = probability * (i + 1) / (i - down + 1);
      }
      loss += probability;
    }
    return Math.min(1, loss);
  }

  /**
   * Availability of an owner in the VM-oblivious scheme (VO): A(r) ^ blocks, where A(r) is the
   * availability of a block with redundancy r.
   */
  public static double availability(
      Redundancy redundancy, double blocks, int machines, int failed) {
    return Math.exp(logAvailability(redundancy, blocks, machines, failed));
  }

  /**
   * Availability of an owner in the VM-centric scheme (VC): A(r) ^ blocks * A(rc) ^ popular blocks,
   * where rc is the redundancy of popular blocks.
   */
  public static double availability(
      Redundancy redundancy,
      double blocks,
      Redundancy popularRedundancy,
      double popularBlocks,
      int machines,
      int failed) {
    return Math.exp(
        logAvailability(redundancy, blocks, machines, failed)
            + logAvailability(popularRedundancy, popularBlocks, machines, failed));
  }

  /**
   * The exact expected availability of a fleet whose blocks were counted. It is the mean over all
   * owners, each with its own number of blocks, and over the numbers of machines that fail. The
   * availability of an owner with the mean number of blocks would be another value. So would a
   * power of one block's availability when machines fail independently, because all blocks of an
   * owner meet the same failures.
   *
   * @param protection its placement is ignored: the result is for uniform placement
   */
  public static double availability(Fleet fleet, Protection protection, FailureScenario scenario) {
    return availability(
        fleet.privateBlocks().blocksOfOwners(),
        fleet.popularBlocks().blocksOfOwners(),
        protection,
        scenario);
  }

  /**
   * The availability of a fleet of which only the numbers of blocks are known.
   *
   * @param privateBlocks private blocks that each owner touches
   * @param popularBlocks popular blocks of the same owners
   */
  public static double availability(
      int[] privateBlocks, int[] popularBlocks, Protection protection, FailureScenario scenario) {
    int machines = protection.cluster().machines();
    double[] counts = scenario.failedCounts();
    double loss = 0;
    for (int failed = 0; failed < counts.length; failed++) {
      if (counts[failed] > 0) {
        double logPrivate = logAvailability(protection.redundancy(), 1, machines, failed);
        double logPopular = logAvailability(protection.popularRedundancy(), 1, machines, failed);
        double sum = 0;
        for (int owner = 0; owner < privateBlocks.length; owner++) {
          sum -=
              Math.expm1(
                  times(privateBlocks[owner], logPrivate)
                      + times(popularBlocks[owner], logPopular));
        }
        loss += counts[failed] * (sum / privateBlocks.length);
      }
    }
    return 1 - loss;
  }

  private static double logAvailability(
      Redundancy redundancy, double blocks, int machines, int failed) {
    return times(blocks, Math.log1p(-blockLoss(redundancy, machines, failed)));
  }

  /**
   * The product, but 0 for no blocks even where the logarithm is -infinity: without blocks nothing
   * can be lost, even when all machines fail.
   */
  private static double times(double blocks, double log) {
    return blocks == 0 ? 0 : blocks * log;
  }
}
