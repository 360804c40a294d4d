package dev.varve.simulation.pull;

import java.io.Serializable;

/**
 * The costs of the steps of a pull. A server has so many cores and one link to the network, which
 * sends and receives at the same time.
 *
 * @param recipeLookupNanos finding a layer's recipe, or a whole layer
 * @param sliceLookupNanos finding a slice's recipe
 * @param restore what a core spends on the bytes
 * @param cores of a server, at least 1
 * @param linkBytesPerSecond of a server's link, each way
 * @param linkLatencyNanos from the last byte sent to the last byte received
 */
public record CostModel(
    long recipeLookupNanos,
    long sliceLookupNanos,
    Restore restore,
    int cores,
    double linkBytesPerSecond,
    long linkLatencyNanos)
    implements Serializable {
  /** The header of an entry in an archive; padding is left out. */
  static final int HEADER_BYTES = 512;

  private static final double NANOS_A_SECOND = 1e9;

  /**
   * The time that a core spends.
   *
   * @param archiveNanosPerFile on opening a file and writing its header
   * @param archiveNanosPerByte on reading and copying contents
   * @param compressNanosPerByte of the archive
   * @param mergeNanosPerByte of the compressed layer
   */
  public record Restore(
      double archiveNanosPerFile,
      double archiveNanosPerByte,
      double compressNanosPerByte,
      double mergeNanosPerByte)
      implements Serializable {}

  /** Checks the ranges. */
  public CostModel {
    if (cores < 1 || !(linkBytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          cores + " cores, " + linkBytesPerSecond + " bytes a second");
    }
  }

  /** This model with other costs of a core. */
  public CostModel with(Restore other) {
    return new CostModel(
        recipeLookupNanos, sliceLookupNanos, other, cores, linkBytesPerSecond, linkLatencyNanos);
  }

  long archiveNanos(long entries, long bytes) {
    return Math.round(entries * restore.archiveNanosPerFile + bytes * restore.archiveNanosPerByte);
  }

  long compressNanos(long archiveBytes) {
    return Math.round(archiveBytes * restore.compressNanosPerByte);
  }

  long mergeNanos(long bytes) {
    return Math.round(bytes * restore.mergeNanosPerByte);
  }

  long linkNanos(long bytes) {
    return Math.round(bytes / linkBytesPerSecond * NANOS_A_SECOND);
  }
}
