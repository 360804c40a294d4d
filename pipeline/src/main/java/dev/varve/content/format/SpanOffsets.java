package dev.varve.content.format;

import dev.varve.input.codec.Decompressor;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * Offsets in a blob at which the spans of its archive begin. They are interpolated between points:
 * pairs of offsets up to which the decoder had consumed the blob and inflated the archive.
 */
final class SpanOffsets implements Decompressor.Progress {
  private static final int SPAN_BYTES = SpanSampling.SPAN_BYTES;

  private final LongPredicate needed;
  private final Map<Long, Double> known = new HashMap<>();
  private long pointArchive = -1;
  private long pointBlob;
  private long latestArchive;
  private long latestBlob;

  /** Offsets that are not known yet; {@code needed} selects the spans to keep, by their numbers. */
  SpanOffsets(LongPredicate needed) {
    this.needed = needed;
  }

  /**
   * Takes the decoder's progress. When it has consumed more of the blob, the report before becomes
   * a point. Only then all that the blob's earlier bytes inflate to had been handed out.
   */
  @Override
  public void inflated(long archiveOffset, long blobOffset) {
    if (pointArchive < 0) {
      pointArchive = archiveOffset;
      pointBlob = blobOffset;
      known.put(0L, 0.0); // the header of the blob belongs to the first span
    } else if (blobOffset != latestBlob) {
      addPoint();
    }
    latestArchive = archiveOffset;
    latestBlob = blobOffset;
  }

  /** Makes the decoder's last report a point. */
  void addPoint() {
    for (long number = pointArchive / SPAN_BYTES + 1;
        number * SPAN_BYTES <= latestArchive;
        number++) {
      if (needed.test(number)) {
        double ratio =
            (number * SPAN_BYTES - pointArchive) / (double) (latestArchive - pointArchive);
        known.put(number, pointBlob + ratio * (latestBlob - pointBlob));
      }
    }
    pointArchive = latestArchive;
    pointBlob = latestBlob;
  }

  boolean isKnown(long number) {
    return known.containsKey(number);
  }

  /**
   * Offset in the blob at which a span begins; the offset of the last point where it is not known
   * yet.
   */
  double blobOffset(long number) {
    return known.getOrDefault(number, (double) pointBlob);
  }

  /** Drops the offsets of all spans up to this number. */
  void drop(long last) {
    known.keySet().removeIf(number -> number <= last);
  }
}
