package dev.varve.simulation.pull;

import java.io.Serializable;

/**
 * The costs of the steps of a pull. A server has {@code cores} cores and one link to the network,
 * which sends and receives at the same time.
 *
 * @param recipeLookupNanos time to find a layer's recipe, or a whole layer
 * @param sliceLookupNanos time to find a slice's recipe
 * @param restore time that a core takes to restore files and bytes
 * @param cores of a server, at least 1
 * @param linkBytesPerSecond of a server's link, each way
 * @param linkLatencyNanos time from the last byte sent to the last byte received
 */
public record CostModel(
    long recipeLookupNanos,
    long sliceLookupNanos,
    Restore restore,
    int cores,
    double linkBytesPerSecond,
    long linkLatencyNanos)
    implements Serializable {
  /** Bytes of an entry's header in an archive; padding is not counted. */
  static final int HEADER_BYTES = 512;

  private static final double NANOS_A_SECOND = 1e9;

  /**
   * The time that a core takes for the steps of a restore.
   *
   * @param archiveNanosPerFile opening a file and writing its header
   * @param archiveNanosPerByte reading and copying a byte of contents
   * @param compressNanosPerByte compressing a byte of the archive
   * @param mergeNanosPerByte merging a byte of the compressed layer from its slices
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
