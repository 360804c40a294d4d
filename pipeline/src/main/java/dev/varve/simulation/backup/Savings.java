package dev.varve.simulation.backup;

/**
 * The two measures of what a scheme saves. Published tables mix them.
 *
 * @param rawBytes all references, without zero data
 * @param uniqueBytes what a perfect scheme stores: each distinct chunk once
 */
public record Savings(long rawBytes, long uniqueBytes) {
  /** Share of the raw bytes that is not stored: 1 - stored / raw; 0 when there is no data. */
  public double reduction(long storedBytes) {
    return rawBytes == 0 ? 0 : 1 - (double) storedBytes / rawBytes;
  }

  /**
   * Duplicates removed of those that a perfect scheme removes: (raw - stored) / (raw - unique); 1
   * when there are no duplicates, because then nothing was missed.
   */
  public double efficiency(long storedBytes) {
    return rawBytes == uniqueBytes
        ? 1
        : (double) (rawBytes - storedBytes) / (rawBytes - uniqueBytes);
  }
}
