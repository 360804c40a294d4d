package dev.varve.input.tar;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of a sparse file with data: ascending offsets and lengths in the extracted file. The
 * space between them is zero (GNU tar manual, "Storing Sparse Files").
 */
public final class SparseMap {
  private long[] numbers = new long[16];
  private int count;

  /** Adds one number; a piece is an offset followed by a length. */
  void add(long number) {
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, count * 2);
    }
    numbers[count++] = number;
  }

  /** Number of pieces. */
  public int pieces() {
    return count / 2;
  }

  /** Offset in the extracted file at which piece {@code index} starts. */
  public long offset(int index) {
    return numbers[2 * index];
  }

  /** Bytes of data in piece {@code index}. */
  public long bytes(int index) {
    return numbers[2 * index + 1];
  }

  /**
   * Describes a fault of the map, or returns null. The pieces must ascend without overlap, stay
   * inside the file, and their lengths must add up to the stored bytes.
   */
  @Nullable String fault(long fileBytes, long storedBytes) {
    if (count % 2 != 0) {
      return "an offset without a length";
    }
    long end = 0;
    long stored = 0;
    for (int piece = 0; piece < pieces(); piece++) {
      if (offset(piece) < end || bytes(piece) < 0 || bytes(piece) > fileBytes - offset(piece)) {
        return "piece " + piece + " at " + offset(piece) + " with " + bytes(piece) + " bytes";
      }
      end = offset(piece) + bytes(piece);
      stored += bytes(piece);
    }
    return stored == storedBytes
        ? null
        : "its pieces have " + stored + " bytes, the archive stores " + storedBytes;
  }
}
