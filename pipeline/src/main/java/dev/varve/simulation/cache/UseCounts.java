package dev.varve.simulation.cache;

/**
 * Counts of the recent uses of objects, up to 15. All are halved from time to time, as the sketch
 * of TinyLFU does it. The number of uses since then is halved too, so that later halvings come
 * after half a period (the paper's reset, section 3.3). Numbers are dense, so every object has a
 * count of its own and none shares one with another: 5 bytes an object. Missed halvings are applied
 * when a count is next read.
 *
 * @see <a href="https://doi.org/10.1145/3149371">Einziger, Friedman, Manes: TinyLFU (ACM TOS
 *     2017)</a>
 */
final class UseCounts {
  private static final int MOST = 15;

  private final byte[] counts;
  private final int[] halved;
  private int halvings;
  private long uses;

  UseCounts(int objects) {
    counts = new byte[objects];
    halved = new int[objects];
  }

  int of(int id) {
    int missed = Math.min(halvings - halved[id], Byte.SIZE);
    return counts[id] >> missed;
  }

  /** Counts a use, and halves all counts and the uses once the uses are that many. */
  void add(int id, long period) {
    counts[id] = (byte) Math.min(MOST, of(id) + 1);
    halved[id] = halvings;
    if (++uses >= period) {
      uses /= 2;
      halvings++;
    }
  }
}
