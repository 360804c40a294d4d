package dev.varve.input.disk;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Writes to a file that its log contains and that were not done: pages of 4 KiB, and zeros. */
final class FilePatches {
  static final int PAGE_BYTES = 4096;
  private final TreeMap<Long, byte[]> pages = new TreeMap<>();

  /** Ends of ranges of zeros by their starts. They do not touch. */
  private final TreeMap<Long, Long> zeros = new TreeMap<>();

  /** Pages that are stored here. */
  int pages() {
    return pages.size();
  }

  /**
   * @param offset a multiple of the size of a page
   */
  void write(long offset, byte[] page) {
    pages.put(offset, page);
  }

  /** Both are multiples of the size of a page. */
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

  /** Does the writes that concern a range of the file, on its bytes. */
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
