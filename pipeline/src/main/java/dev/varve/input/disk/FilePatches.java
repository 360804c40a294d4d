package dev.varve.input.disk;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Pending writes of a file, which its log contains and the file does not: pages of 4 KiB, and
 * ranges of zeros. A later write replaces what it overlaps of earlier ones.
 */
final class FilePatches {
  static final int PAGE_BYTES = 4096;
  private final TreeMap<Long, byte[]> pages = new TreeMap<>();

  /** Ranges of zeros: their ends by their starts. No two ranges touch or overlap. */
  private final TreeMap<Long, Long> zeros = new TreeMap<>();

  /** Number of pages in memory. */
  int pages() {
    return pages.size();
  }

  /**
   * @param offset a multiple of the size of a page
   */
  void write(long offset, byte[] page) {
    pages.put(offset, page);
  }

  /** Adds a range of zeros; both bounds are multiples of the size of a page. */
  void zero(long from, long to) {
    if (from >= to) {
      return;
    }
    pages.subMap(from, to).clear();
    long start = from;
    long end = to;
    Map.Entry<Long, Long> before = zeros.floorEntry(end);
    while (before != null && before.getValue() >= from) {
      start = Math.min(start, before.getKey());
      end = Math.max(end, before.getValue());
      zeros.remove(before.getKey());
      before = zeros.floorEntry(end);
    }
    zeros.put(start, end);
  }

  /** Applies the pending writes within a range of the file to bytes read from that range. */
  void apply(long offset, byte[] into, int from, int length) {
    long end = offset + length;
    Map.Entry<Long, Long> last = zeros.lowerEntry(end);
    while (last != null && last.getValue() > offset) {
      long start = Math.max(offset, last.getKey());
      long stop = Math.min(end, last.getValue());
      Arrays.fill(into, from + (int) (start - offset), from + (int) (stop - offset), (byte) 0);
      last = zeros.lowerEntry(last.getKey());
    }
    long first = offset / PAGE_BYTES * PAGE_BYTES;
    for (Map.Entry<Long, byte[]> page : pages.subMap(first, end).entrySet()) {
      long start = Math.max(offset, page.getKey());
      long stop = Math.min(end, page.getKey() + PAGE_BYTES);
      int within = (int) (start - page.getKey());
      System.arraycopy(
          page.getValue(), within, into, from + (int) (start - offset), (int) (stop - start));
    }
  }
}
