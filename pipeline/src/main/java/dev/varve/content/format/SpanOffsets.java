package dev.varve.content.format;

import dev.varve.input.codec.Decompressor;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * Offsets in a blob at which spans of its archive begin. They are between two points where it is
 * known how much of the blob the decoder consumed, in proportion to the bytes of the archive.
 */
final class SpanOffsets implements Decompressor.Progress {
  private static final int SPAN = SpanSampling.SPAN_BYTES;

  private final LongPredicate needed;
  private final Map<Long, Double> known = new HashMap<>();
  private long pointArchive = -1;
  private long pointBlob;
  private long latestArchive;
  private long latestBlob;

  /** Knows no span yet; {@code needed} says by their numbers which spans to keep. */
  SpanOffsets(LongPredicate needed) {
    this.needed = needed;
  }

  /** A block's end is a point, not what is ahead of it. */
  @Override
  public void at(long archiveOffset, long blobOffset) {
    if (pointArchive < 0) {
      pointArchive = archiveOffset;
      pointBlob = blobOffset;
      known.put(0L, 0.0); // the header of the blob is of its first span
    } else if (blobOffset != latestBlob) {
      point();
    }
    latestArchive = archiveOffset;
    latestBlob = blobOffset;
  }

  /** Makes a point of what was seen last. */
  void point() {
    for (long number = pointArchive / SPAN + 1; number * SPAN <= latestArchive; number++) {
      if (needed.test(number)) {
        double ratio = (number * SPAN - pointArchive) / (double) (latestArchive - pointArchive);
        known.put(number, pointBlob + ratio * (latestBlob - pointBlob));
      }
    }
    pointArchive = latestArchive;
    pointBlob = latestBlob;
  }

  boolean isKnown(long number) {
    return known.containsKey(number);
  }

  /** Offset at which a span begins; that of the last point where it is not known. */
  double of(long number) {
    return known.getOrDefault(number, (double) pointBlob);
  }

  /** Drops what is known of spans up to a number. */
  void drop(long last) {
    known.keySet().removeIf(number -> number <= last);
  }
}
