package dev.varve.simulation.backup;

import static dev.varve.simulation.backup.LocatedSegment.MISSING;
import static dev.varve.simulation.backup.LocatedSegment.ZERO;

import dev.varve.content.matching.KeyIndex;

/**
 * The chunks of one segment, which {@link VmBackup} looks up in the parent's recipes, one after
 * another. The table contains the chunks to find, not the recipe that is searched, so that it stays
 * in the L1 cache however many candidates there are. It is reused for every segment.
 */
final class WantedChunks {
  private KeyIndex index = new KeyIndex(0);

  /** For each chunk, the first equal one of the segment, which alone is in the index. */
  private int[] firstEqual = new int[0];

  private long[] keys = new long[0];

  /** Places as in {@link LocatedSegment}; of equal chunks, only the first one's is up to date. */
  private int[] places = new int[0];

  /** Number of distinct chunks without a place. */
  private int missing;

  /** Starts anew with a segment none of whose chunks is found. */
  void start(SegmentReferences segment) {
    keys = segment.keys();
    places = new int[keys.length];
    if (firstEqual.length < keys.length) {
      firstEqual = new int[keys.length];
      // A quarter full at most: most lookups find nothing, and end at the first empty slot.
      index = new KeyIndex(2 * keys.length);
    }
    index.clear();
    missing = 0;
    boolean[] zeros = segment.zeros();
    for (int i = 0; i < keys.length; i++) {
      if (zeros[i]) {
        places[i] = ZERO;
        firstEqual[i] = i;
        continue;
      }
      places[i] = MISSING;
      firstEqual[i] = index.add(keys, i);
      missing += firstEqual[i] == i ? 1 : 0;
    }
  }

  /**
   * Finds those of the missing chunks that the candidate contains; its first copy of each counts.
   */
  void search(LocatedSegment candidate) {
    long[] contained = candidate.keys();
    for (int j = 0; j < contained.length && missing > 0; j++) {
      int place = candidate.places()[j];
      if (place == ZERO) {
        continue;
      }
      int wanted = index.find(keys, contained[j]);
      if (wanted != KeyIndex.NONE && places[wanted] == MISSING) {
        places[wanted] = place;
        missing--;
      }
    }
  }

  /**
   * The place of each chunk of the segment, as far as it was found; the caller may keep the array.
   */
  int[] places() {
    for (int i = 0; i < keys.length; i++) {
      places[i] = places[firstEqual[i]];
    }
    return places;
  }
}
