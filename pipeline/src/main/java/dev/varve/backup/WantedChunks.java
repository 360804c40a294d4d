package dev.varve.backup;

import static dev.varve.backup.LocatedSegment.MISSING;
import static dev.varve.backup.LocatedSegment.ZERO;

import dev.varve.matching.ChunkKey;
import java.util.Arrays;

/**
 * The chunks of one segment, to be looked up in recipe after recipe. The table holds the wanted,
 * not the searched, so that it stays in the first cache however many candidates there are; used
 * again for every segment.
 */
final class WantedChunks {
  private int[] slots = new int[0];
  private int[] first = new int[0];
  private long[] keys = new long[0];
  private int[] places = new int[0];
  private int missing;

  /** Starts anew with a segment none of whose chunks is found. */
  void want(SegmentReferences segment) {
    keys = segment.keys();
    places = new int[keys.length];
    if (first.length < keys.length) {
      first = new int[keys.length];
      slots = new int[Integer.highestOneBit(keys.length) << 2];
    }
    Arrays.fill(slots, 0);
    missing = 0;
    boolean[] zeros = segment.zeros();
    for (int i = 0; i < keys.length; i++) {
      if (zeros[i]) {
        places[i] = ZERO;
        first[i] = i;
        continue;
      }
      places[i] = MISSING;
      int slot = slot(keys[i]);
      if (slots[slot] == 0) {
        slots[slot] = i + 1;
        missing++;
      }
      first[i] = slots[slot] - 1;
    }
  }

  /** Finds what the candidate holds of the chunks still missing; its first copy of each counts. */
  void search(LocatedSegment candidate) {
    long[] held = candidate.keys();
    for (int j = 0; j < held.length && missing > 0; j++) {
      int place = candidate.places()[j];
      if (place == ZERO) {
        continue;
      }
      int slot = slot(held[j]);
      if (slots[slot] != 0 && places[slots[slot] - 1] == MISSING) {
        places[slots[slot] - 1] = place;
        missing--;
      }
    }
  }

  /** Where each chunk of the segment lies, as far as it was found; the caller's to keep. */
  int[] places() {
    for (int i = 0; i < keys.length; i++) {
      places[i] = places[first[i]];
    }
    return places;
  }

  private int slot(long key) {
    int mask = slots.length - 1;
    int slot = (int) ChunkKey.spread(key) & mask;
    while (slots[slot] != 0 && keys[slots[slot] - 1] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
