package dev.varve.jobs.cli.estimate;

import dev.varve.jobs.conf.Range;
import dev.varve.model.Segment;

/**
 * Settings of how much is read for an estimate: section estimate.
 *
 * @param readRatio share of the stored bytes
 * @param readBytes of small inputs at least so much
 * @param rangeBytes of a disk that are read or left out together
 * @param seed of the sample
 * @param scratch folder for the scratch warehouse; empty for a temporary one
 */
record EstimateSettings(
    @Range(low = 1e-9, high = 1) double readRatio,
    long readBytes,
    long rangeBytes,
    @Range(low = Long.MIN_VALUE) long seed,
    String scratch) {
  private static final int MOST_SEGMENTS = 1 << 16;

  /** Segments of a disk that are read or left out together. */
  int rangeSegments() {
    return (int) Math.min(MOST_SEGMENTS, 1 + (rangeBytes - 1) / Segment.BYTES);
  }

  /** The share of inputs of so many bytes that is read. */
  double share(long bytes) {
    return Math.min(1, Math.max(readRatio, readBytes / (double) Math.max(1, bytes)));
  }
}
