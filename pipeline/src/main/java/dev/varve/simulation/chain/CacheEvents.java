package dev.varve.simulation.chain;

import java.io.Serializable;
import java.util.BitSet;

/**
 * Hits and misses in the caches of a range of a chain's files, by file from {@code first} on.
 *
 * @param first index of the first file, 0 the base
 * @param hits look-ups whose slice a file's cache contained
 * @param misses look-ups whose slice was read from the file
 * @param resident number of slices of each file in the caches at the end
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
