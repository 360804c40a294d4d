package dev.varve.simulation.availability;

import dev.varve.model.Seed;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Simulation of durability: machines fail and are repaired in continuous time, event by event. Data
 * is lost when a block has more failed shards than its redundancy allows at the same time. A failed
 * machine's bytes are gone; its repair restores them all at once when it ends. Repairs share the
 * total bandwidth. Times to failure are exponential and so have no memory: after every event the
 * time to the next failure may be drawn anew.
 *
 * <p>A trial starts with all machines up, and stops at its first loss. Blocks are checked only
 * while enough machines are down for any loss.
 */
public final class Durability {
  private static final double HOURS_PER_YEAR = 365.25 * 24;

  private final World world;
  private final RepairSettings settings;
  private final double[] repairBytes;
  private final Seed seed;
  private final SetsOfMachines sets;

  /**
   * Trials over a placed world.
   *
   * @param privateBlockBytes mean bytes of a private block; the repair of one shard reads as many
   * @param popularBlockBytes likewise of a popular block
   */
  public Durability(
      World world,
      RepairSettings settings,
      double privateBlockBytes,
      double popularBlockBytes,
      Seed seed) {
    this.world = world;
    this.settings = settings;
    this.seed = seed.at("durability");
    repairBytes = new double[world.machines()];
    for (int machine = 0; machine < repairBytes.length; machine++) {
      repairBytes[machine] = world.repairBytes(machine, privateBlockBytes, popularBlockBytes);
    }
    sets = new SetsOfMachines(world);
  }

  /** Runs trials {@code from..to-1}, each over a given number of years. */
  public LossTally run(long from, long to, double years) {
    long losses = 0;
    for (long trial = from; trial < to; trial++) {
      losses += Double.isFinite(yearsToLoss(trial, years)) ? 1 : 0;
    }
    return new LossTally(to - from, losses);
  }

  /** Years until the trial first loses data; infinite when it loses none within the given years. */
  public double yearsToLoss(long trial, double years) {
    RandomGenerator random = seed.at(trial).random();
    int machines = world.machines();
    double[] bytesToRepair = new double[machines];
    boolean[] failed = new boolean[machines];
    int[] downMachines = new int[machines];
    int downCount = 0;
    double endHours = years * HOURS_PER_YEAR;
    double nowHours = 0;
    while (true) {
      int upCount = machines - downCount;
      double toFailure =
          upCount == 0
              ? Double.POSITIVE_INFINITY
              : exponential(random) * settings.meanHoursToFailure() / upCount;
      int nextRepaired = -1;
      for (int i = 0; i < downCount; i++) {
        nextRepaired =
            nextRepaired < 0
                    || bytesToRepair[downMachines[i]] < bytesToRepair[downMachines[nextRepaired]]
                ? i
                : nextRepaired;
      }
      double perHour = settings.bytesPerHour(Math.max(1, downCount));
      double toRepair =
          nextRepaired < 0
              ? Double.POSITIVE_INFINITY
              : bytesToRepair[downMachines[nextRepaired]] / perHour;
      double step = Math.min(toFailure, toRepair);
      nowHours += step;
      if (nowHours >= endHours) {
        return Double.POSITIVE_INFINITY;
      }
      for (int i = 0; i < downCount; i++) {
        bytesToRepair[downMachines[i]] -= step * perHour;
      }
      if (toRepair <= toFailure) {
        failed[downMachines[nextRepaired]] = false;
        downMachines[nextRepaired] = downMachines[--downCount];
        continue;
      }
      int machine = upMachine(failed, random.nextInt(upCount));
      failed[machine] = true;
      downMachines[downCount++] = machine;
      bytesToRepair[machine] =
          settings.work() == RepairSettings.RepairWork.FIXED
              ? repairBytes[machine]
              : repairBytes[machine] * exponential(random);
      if (downCount >= sets.leastFatal() && sets.lostBy(machine, failed)) {
        return nowHours / HOURS_PER_YEAR;
      }
    }
  }

  private static int upMachine(boolean[] failed, int number) {
    int upToSkip = number;
    for (int machine = 0; ; machine++) {
      if (!failed[machine] && upToSkip-- == 0) {
        return machine;
      }
    }
  }

  private static double exponential(RandomGenerator random) {
    return -Math.log1p(-random.nextDouble());
  }

  /** The machine sets, indexed by machine. */
  private static final class SetsOfMachines {
    private final MachineSets[] kinds;
    private final int[][] starts;
    private final int[][] numbers;
    private final int leastFatal;

    SetsOfMachines(World world) {
      kinds = world.kinds().toArray(MachineSets[]::new);
      starts = new int[kinds.length][world.machines() + 1];
      numbers = new int[kinds.length][];
      int least = Integer.MAX_VALUE;
      for (int kind = 0; kind < kinds.length; kind++) {
        int[] members = kinds[kind].machines();
        int shards = kinds[kind].redundancy().shards();
        for (int machine : members) {
          starts[kind][machine + 1]++;
        }
        Arrays.parallelPrefix(starts[kind], Integer::sum);
        int[] next = starts[kind].clone();
        numbers[kind] = new int[members.length];
        for (int i = 0; i < members.length; i++) {
          numbers[kind][next[members[i]]++] = i / shards;
        }
        if (members.length > 0) {
          least = Math.min(least, kinds[kind].redundancy().fatalFailures());
        }
      }
      leastFatal = least;
    }

    int leastFatal() {
      return leastFatal;
    }

    /** Whether a block is lost on some set that contains this machine. */
    boolean lostBy(int machine, boolean[] failed) {
      for (int kind = 0; kind < kinds.length; kind++) {
        int shards = kinds[kind].redundancy().shards();
        int fatal = kinds[kind].redundancy().fatalFailures();
        int[] members = kinds[kind].machines();
        for (int i = starts[kind][machine]; i < starts[kind][machine + 1]; i++) {
          int from = numbers[kind][i] * shards;
          int lost = 0;
          for (int at = from; at < from + shards; at++) {
            lost += failed[members[at]] ? 1 : 0;
          }
          if (lost >= fatal) {
            return true;
          }
        }
      }
      return false;
    }
  }
}
