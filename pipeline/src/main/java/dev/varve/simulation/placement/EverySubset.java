package dev.varve.simulation.placement;

/**
 * Scenario that enumerates every choice of a given number of machines: trial t fails the t-th
 * subset. Subsets are in the order of their greatest member, then the next (the combinatorial
 * number system). A run over all {@link #subsets} trials is an exhaustive enumeration.
 */
public final class EverySubset implements FailureScenario {
  private final int machines;
  private final int failed;

  /**
   * Subsets of {@code failed} of the machines.
   *
   * @throws IllegalArgumentException when there are fewer machines
   */
  public EverySubset(int machines, int failed) {
    if (failed < 0 || failed > machines) {
      throw new IllegalArgumentException(failed + " of " + machines + " machines fail");
    }
    this.machines = machines;
    this.failed = failed;
  }

  /**
   * Number of subsets.
   *
   * @throws ArithmeticException when they are more than a long counts
   */
  public long subsets() {
    return choose(machines, failed);
  }

  /**
   * Whether there are more subsets than {@code most}, which must be below 2^40; never overflows.
   */
  public boolean exceed(long most) {
    double ways = 1;
    for (int i = 0; i < Math.min(failed, machines - failed); i++) {
      ways = ways * (machines - i) / (i + 1);
    }
    return ways > most + 0.5;
  }

  @Override
  public int[] failed(long trial) {
    int[] subset = new int[failed];
    long rest = trial;
    int machine = machines;
    for (int place = failed; place > 0; place--) {
      do {
        machine--;
      } while (choose(machine, place) > rest);
      subset[place - 1] = machine;
      rest -= choose(machine, place);
    }
    return subset;
  }

  @Override
  public double[] failedCounts() {
    double[] counts = new double[machines + 1];
    counts[failed] = 1;
    return counts;
  }

  private static long choose(int from, int count) {
    if (count > from) {
      return 0;
    }
    long ways = 1;
    for (int i = 0; i < Math.min(count, from - count); i++) {
      ways = Math.multiplyExact(ways, from - i) / (i + 1);
    }
    return ways;
  }
}
