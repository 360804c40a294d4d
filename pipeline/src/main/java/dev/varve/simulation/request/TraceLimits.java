package dev.varve.simulation.request;

import java.io.Serializable;

/**
 * Limits beyond which a trace is refused with reason LIMIT.
 *
 * @param textLetters of one value that is read
 * @param names distinct clients, repositories, blobs, pairs of them and pushes that are kept in
 *     memory, about 100 bytes each
 */
public record TraceLimits(int textLetters, int names) implements Serializable {
  /** Values of 64 Ki letters; names that take about 5 GB. */
  public static final TraceLimits USUAL = new TraceLimits(1 << 16, 50_000_000);
}
