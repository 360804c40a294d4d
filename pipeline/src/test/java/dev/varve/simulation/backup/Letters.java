package dev.varve.simulation.backup;

import dev.varve.model.Seed;

/**
 * Segments written as words: each letter a chunk of 100 bytes whose key is the letter, a dot a zero
 * chunk of 100 bytes. The smallest letter is the min-hash.
 */
final class Letters {
  static final int BYTES = 100;

  private Letters() {}

  static SegmentReferences segment(String vm, int snapshot, long position, String word) {
    return segment(vm, snapshot, position, word, DirtyBit.UNKNOWN);
  }

  static SegmentReferences segment(
      String vm, int snapshot, long position, String word, DirtyBit dirty) {
    long[] keys = new long[word.length()];
    int[] ends = new int[keys.length];
    boolean[] zeros = new boolean[keys.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = word.charAt(i);
      ends[i] = (i + 1) * BYTES;
      zeros[i] = word.charAt(i) == '.';
    }
    long minHash = word.chars().filter(letter -> letter != '.').min().orElse(0);
    return new SegmentReferences(
        vm,
        snapshot,
        snapshot - 1,
        snapshot + 1,
        position,
        word.length() * BYTES,
        new Seed(0).at(word).value(),
        minHash,
        keys,
        ends,
        zeros,
        dirty);
  }

  /** A segment of zeros alone, as the tables have it: without chunks. */
  static SegmentReferences zeros(String vm, int snapshot, long position, int bytes) {
    return new SegmentReferences(
        vm,
        snapshot,
        snapshot - 1,
        snapshot + 1,
        position,
        bytes,
        0,
        0,
        new long[0],
        new int[0],
        new boolean[0],
        DirtyBit.UNKNOWN);
  }
}
