package dev.varve.jobs.cli.estimate;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.model.Seed;
import dev.varve.model.Segment;

/**
 * Settings of how much is read for an estimate.
 *
 * @param readRatio share of the stored bytes
 * @param readBytes of small inputs at least so much
 * @param rangeSegments segments of a disk that are read or left out together
 * @param scratch folder for the scratch warehouse; empty for a temporary one
 */
record EstimateSettings(
    double readRatio, long readBytes, int rangeSegments, Seed seed, String scratch) {
  private static final int MOST_SEGMENTS = 1 << 16;

  /** Reads section estimate. */
  static EstimateSettings read(SettingReader settings) {
    return new EstimateSettings(
        settings.number("estimate.read-ratio", 1e-9, 1),
        settings.bytes("estimate.read-bytes"),
        (int)
            Math.min(
                MOST_SEGMENTS, 1 + (settings.bytes("estimate.range-bytes") - 1) / Segment.BYTES),
        new Seed(settings.whole("estimate.seed", Long.MIN_VALUE, Long.MAX_VALUE)),
        settings.text("estimate.scratch"));
  }

  /** The share of inputs of so many bytes that is read. */
  double share(long bytes) {
    return Math.min(1, Math.max(readRatio, readBytes / (double) Math.max(1, bytes)));
  }
}
