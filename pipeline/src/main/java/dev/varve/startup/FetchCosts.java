package dev.varve.startup;

import java.io.Serializable;

/**
 * What it takes to fetch bytes over a network: requests one after another, then the bytes, then
 * unpacking what was compressed.
 *
 * @param latencyMillis of each request
 * @param bytesPerSecond of the network
 * @param unpackBytesPerSecond of archive that is decompressed and written
 */
public record FetchCosts(double latencyMillis, long bytesPerSecond, long unpackBytesPerSecond)
    implements Serializable {
  /**
   * {@code latency x requests + bytes / bandwidth + unpacked / rate}.
   *
   * @param unpackedBytes 0 where nothing is compressed
   */
  public double seconds(long requests, long bytes, long unpackedBytes) {
    return latencyMillis / 1e3 * requests
        + (double) bytes / bytesPerSecond
        + (double) unpackedBytes / unpackBytesPerSecond;
  }
}
