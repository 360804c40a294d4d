package dev.varve.cache;

/**
 * How often objects were used lately: counts up to 15, all halved from time to time, as the sketch
 * of TinyLFU keeps them. Numbers are dense, so every object has a count of its own and none shares
 * one with another: 5 bytes an object. Missed halvings are applied when a count is next read.
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

  /** Counts a use, and halves all once that many were counted since the last time. */
  void add(int id, long period) {
    counts[id] = (byte) Math.min(MOST, of(id) + 1);
    halved[id] = halvings;
    if (++uses >= period) {
      uses = 0;
      halvings++;
    }
  }
}
