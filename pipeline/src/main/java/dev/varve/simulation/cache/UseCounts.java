package dev.varve.simulation.cache;

/**
 * Counts of the recent uses of each object, up to 15. All counts are halved when a period of uses
 * is over, as in the sketch of TinyLFU. The number of uses in the period is then halved too, so
 * later halvings come after half a period (the paper's reset, section 3.3). Object numbers are
 * dense, so an array has an exact count for each, instead of a sketch. A count is brought up to
 * date with missed halvings when it is next read. Memory: 5 bytes an object.
 *
 * @see <a href="https://doi.org/10.1145/3149371">Einziger, Friedman, Manes: TinyLFU (ACM TOS
 *     2017)</a>
 */
final class UseCounts {
  private static final int MOST_COUNT = 15;

  private final byte[] counts;
  private final int[] halvingsSeen;
  private int halvings;
  private long uses;

  UseCounts(int objects) {
    counts = new byte[objects];
    halvingsSeen = new int[objects];
  }

  int count(int id) {
    int missed = Math.min(halvings - halvingsSeen[id], Byte.SIZE);
    return counts[id] >> missed;
  }

  /** Counts a use; when the uses reach the period, all counts and the number of uses are halved. */
  void add(int id, long period) {
    counts[id] = (byte) Math.min(MOST_COUNT, count(id) + 1);
    halvingsSeen[id] = halvings;
    if (++uses >= period) {
      uses /= 2;
      halvings++;
    }
  }
}
