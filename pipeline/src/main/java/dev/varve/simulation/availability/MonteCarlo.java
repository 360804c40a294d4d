package dev.varve.simulation.availability;

import dev.varve.simulation.placement.FailureScenario;
import java.util.Arrays;

/**
 * Monte Carlo trials of a failure scenario on one placed world, computed 64 at a time in the bits
 * of a word. Bit t of a machine's word says whether trial t fails it, so that one AND over a
 * block's machines finds the trials that lose the block. A batch of {@value #WORDS_A_BATCH} words
 * walks the machine sets once, from first to last. For each machine, one more word is the OR of its
 * {@value #WORDS_A_BATCH} words. It shows quickly whether any trial may lose a block, which is rare
 * as long as few machines fail. Memory is {@value #WORDS_A_BATCH} longs an owner.
 *
 * <p>Every trial has its own seed, so ranges of trials may run on any machine, in any order, and be
 * added up.
 */
public final class MonteCarlo {
  private static final int WORDS_A_BATCH = 8;

  private final World world;
  private final FailureScenario scenario;

  /** Trials of this scenario, whose machines must be those of the world. */
  public MonteCarlo(World world, FailureScenario scenario) {
    if (scenario.failedCounts().length != world.machines() + 1) {
      throw new IllegalArgumentException(
          "the scenario has "
              + (scenario.failedCounts().length - 1)
              + " machines, the world "
              + world.machines());
    }
    this.world = world;
    this.scenario = scenario;
  }

  /**
   * Runs trials {@code from..to-1}, each an independent unit. The tally's interval is for this one
   * placement, while the closed form is the mean over all placements. A large placement differs
   * from that mean by far less than its trials vary. A small one may differ more, so each trial of
   * a small fleet should use a new placement.
   */
  public Tally run(long from, long to) {
    Tally sum = Tally.none(world.owners());
    for (long start = from; start < to; start += WORDS_A_BATCH * Long.SIZE) {
      int[] lost = lost(start, Math.min(to, start + WORDS_A_BATCH * Long.SIZE));
      sum = sum.plus(Tally.of(world.owners(), lost, 1));
    }
    return sum;
  }

  /**
   * Number of owners that each of the trials {@code from..to-1} loses. Worlds too large for one
   * memory are cut by owner: the numbers of the parts add up trial by trial.
   */
  public int[] lost(long from, long to) {
    int[] lost = new int[Math.toIntExact(to - from)];
    for (int doneTrials = 0; doneTrials < lost.length; doneTrials += WORDS_A_BATCH * Long.SIZE) {
      batch(
          from + doneTrials,
          lost,
          doneTrials,
          Math.min(lost.length, doneTrials + WORDS_A_BATCH * Long.SIZE));
    }
    return lost;
  }

  private void batch(long firstTrial, int[] lost, int doneTrials, int end) {
    int words = (end - doneTrials + Long.SIZE - 1) / Long.SIZE;
    long[] failed = new long[world.machines() * words];
    for (int trial = 0; trial < end - doneTrials; trial++) {
      for (int machine : scenario.failed(firstTrial + trial)) {
        failed[machine * words + (trial >> 6)] |= 1L << trial;
      }
    }
    long[] failedInAnyWord = anyTrialFailed(failed, words);
    long[] losingOwners = new long[Math.multiplyExact(world.owners(), words)];
    for (MachineSets sets : world.kinds()) {
      if (sets.redundancy().needed() == 1) {
        replicas(sets, failedInAnyWord, failed, losingOwners, words);
      } else {
        shards(sets, failedInAnyWord, failed, losingOwners, words);
      }
    }
    for (int i = 0; i < losingOwners.length; i++) {
      int first = doneTrials + i % words * Long.SIZE;
      for (long bits = losingOwners[i]; bits != 0; bits &= bits - 1) {
        lost[first + Long.numberOfTrailingZeros(bits)]++;
      }
    }
  }

  /**
   * One word for each machine: the OR of its words. Bit t is set when the machine fails in trial t
   * of any word.
   */
  private static long[] anyTrialFailed(long[] failed, int words) {
    long[] failedInAnyWord = new long[failed.length / words];
    for (int i = 0; i < failed.length; i++) {
      failedInAnyWord[i / words] |= failed[i];
    }
    return failedInAnyWord;
  }

  /**
   * Notes the owners that lose blocks of replicas: such a block is lost when all of its machines
   * fail.
   */
  private static void replicas(
      MachineSets sets, long[] failedInAnyWord, long[] failed, long[] losingOwners, int words) {
    int[] machines = sets.machines();
    int shards = sets.redundancy().shards();
    long[] all = new long[words];
    for (int set = 0; set < sets.count(); set++) {
      int from = set * shards;
      if (mayFail(failedInAnyWord, machines, from, shards)
          && allFail(failed, machines, from, shards, all)) {
        add(sets, set, all, 0, losingOwners, words);
      }
    }
  }

  private static boolean mayFail(long[] failedInAnyWord, int[] machines, int from, int shards) {
    long anyLost = failedInAnyWord[machines[from]];
    for (int i = from + 1; i < from + shards && anyLost != 0; i++) {
      anyLost &= failedInAnyWord[machines[i]];
    }
    return anyLost != 0;
  }

  /** Computes the bits of the trials that fail all of these machines; false when there are none. */
  private static boolean allFail(
      long[] failed, int[] machines, int from, int shards, long[] trials) {
    System.arraycopy(failed, machines[from] * trials.length, trials, 0, trials.length);
    long anyLost = -1;
    for (int i = from + 1; i < from + shards && anyLost != 0; i++) {
      int at = machines[i] * trials.length;
      anyLost = 0;
      for (int word = 0; word < trials.length; word++) {
        anyLost |= trials[word] &= failed[at + word];
      }
    }
    return anyLost != 0;
  }

  /**
   * Notes the owners that lose blocks of codes: such a block is lost when too many of its machines
   * fail.
   */
  private static void shards(
      MachineSets sets, long[] failedInAnyWord, long[] failed, long[] losingOwners, int words) {
    int[] machines = sets.machines();
    int shards = sets.redundancy().shards();
    int fatal = sets.redundancy().fatalFailures();
    long[] unitedAtLeast = new long[fatal + 1];
    long[] atLeast = new long[(fatal + 1) * words];
    for (int set = 0; set < sets.count(); set++) {
      int from = set * shards;
      if (someFail(failedInAnyWord, machines, from, shards, unitedAtLeast, 1)
          && someFail(failed, machines, from, shards, atLeast, words)) {
        add(sets, set, atLeast, fatal * words, losingOwners, words);
      }
    }
  }

  /**
   * Computes for each j the bits of the trials that fail at least j of these machines; false when
   * the last row has none.
   */
  private static boolean someFail(
      long[] failed, int[] machines, int from, int shards, long[] atLeast, int words) {
    int last = atLeast.length / words - 1;
    Arrays.fill(atLeast, 0, words, -1);
    Arrays.fill(atLeast, words, atLeast.length, 0);
    int mostFailed = 0;
    for (int i = from; i < from + shards; i++) {
      int at = machines[i] * words;
      for (int row = Math.min(mostFailed + 1, last); row > 0; row--) {
        long anyLost = 0;
        for (int word = 0; word < words; word++) {
          int to = row * words + word;
          anyLost |= atLeast[to] |= atLeast[to - words] & failed[at + word];
        }
        mostFailed = anyLost != 0 ? Math.max(mostFailed, row) : mostFailed;
      }
    }
    return mostFailed == last;
  }

  private static void add(
      MachineSets sets, int set, long[] trials, int from, long[] losingOwners, int words) {
    int[] owners = sets.owners();
    int end = sets.starts()[set + 1];
    for (int i = sets.starts()[set]; i < end; i++) {
      int at = owners[i] * words;
      for (int word = 0; word < words; word++) {
        losingOwners[at + word] |= trials[from + word];
      }
    }
  }
}
