package dev.varve.backup;

/**
 * Copies kept of every block.
 *
 * @param replicas r, of private blocks and of any scheme without popular data
 * @param popularReplicas r_c, of popular blocks
 */
public record Replication(int replicas, int popularReplicas) {
  /** Checks the numbers. */
  public Replication {
    if (replicas < 1 || popularReplicas < 1) {
      throw new IllegalArgumentException(replicas + " and " + popularReplicas + " replicas");
    }
  }

  /** Bytes on disk. */
  public long storedBytes(long privateBytes, long popularBytes) {
    return replicas * privateBytes + popularReplicas * popularBytes;
  }

  /** Bytes on disk over those with {@code replicas} of everything, less 1: the price of r_c. */
  public double extraRatio(long privateBytes, long popularBytes) {
    long plain = replicas * (privateBytes + popularBytes);
    return plain == 0 ? 0 : (double) storedBytes(privateBytes, popularBytes) / plain - 1;
  }
}
