package dev.varve.jobs.cli.estimate;

import dev.varve.jobs.conf.Range;
import dev.varve.model.Segment;

/**
 * Settings of section estimate: the part of the inputs that is read.
 *
 * @param readRatio share of the stored bytes to read
 * @param readBytes least bytes to read, so that small inputs are read whole
 * @param rangeBytes bytes of a range of a disk: the sample contains whole ranges
 * @param seed for the random choice of the sample
 * @param scratch folder for the scratch warehouse; empty for a temporary one
 */
record EstimateSettings(
    @Range(low = 1e-9, high = 1) double readRatio,
    long readBytes,
    long rangeBytes,
    @Range(low = Long.MIN_VALUE) long seed,
    String scratch) {
  /** Most segments of a range: 65,536, or 128 GiB of 2 MiB each. */
  private static final int MAX_SEGMENTS = 1 << 16;

  /** The number of segments of a range. */
  int rangeSegments() {
    return (int) Math.min(MAX_SEGMENTS, 1 + (rangeBytes - 1) / Segment.BYTES);
  }

  /**
   * The share of inputs that is read.
   *
   * @param bytes stored bytes of the inputs
   */
  double share(long bytes) {
    return Math.min(1, Math.max(readRatio, readBytes / (double) Math.max(1, bytes)));
  }
}
