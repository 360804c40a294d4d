package dev.varve.simulation.chain;

import java.io.Serializable;
import java.util.BitSet;

/**
 * Hits and misses in the caches of the files {@code first} and above, by file.
 *
 * @param hits look-ups whose slice a file's cache contained
 * @param misses look-ups whose slice was read from the file
 * @param resident slices in the caches at the end, of each file
 * @param residentSlices which slices of the disk are in any of these caches; empty where files
 *     differ in what a slice covers
 */
@SuppressWarnings("ArrayRecordComponent") // counts, which nobody compares
public record CacheEvents(
    int first, long[] hits, long[] misses, long[] resident, BitSet residentSlices)
    implements Serializable {
  static CacheEvents of(int first, int files) {
    return new CacheEvents(first, new long[files], new long[files], new long[files], new BitSet());
  }
}
