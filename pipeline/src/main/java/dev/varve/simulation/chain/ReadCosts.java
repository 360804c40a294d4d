package dev.varve.simulation.chain;

import java.io.Serializable;

/**
 * The costs of the steps of a read, on a kind of disk.
 *
 * @param requestNanos of any read, whatever the chain
 * @param passNanos of a file that lacks the cluster and hands the read down
 * @param belowNanos of each file below one that is looked into: what QEMU does for all of them at
 *     every file anew (benchmarks/chains)
 * @param crowdNanos of the same, more for each file of the chain: the data of its look-ups leaves
 *     the processor's caches as they grow
 * @param hitNanos of a look-up whose slice is in the cache
 * @param missNanos of one whose slice is read from the file
 * @param dataNanos of reading the cluster's data
 * @param openNanos of opening a file and reading its header
 * @param bytesPerSecond at which L1 tables are read
 */
public record ReadCosts(
    String device,
    double requestNanos,
    double passNanos,
    double belowNanos,
    double crowdNanos,
    double hitNanos,
    double missNanos,
    double dataNanos,
    double openNanos,
    double bytesPerSecond)
    implements Serializable {
  private static final double NANOS_A_SECOND = 1e9;

  /**
   * Time of all reads.
   *
   * @param files of the chain
   * @param reads how many
   * @param passed files that lacked the cluster, of all reads
   * @param below files below those that were looked into, each as often as it was there
   * @param stored reads after which data is read
   */
  public double nanos(
      int files, long reads, long passed, long below, long hits, long misses, long stored) {
    return reads * requestNanos
        + passed * passNanos
        + below * (belowNanos + files * crowdNanos)
        + hits * hitNanos
        + misses * missNanos
        + stored * dataNanos;
  }

  /** Time until the files of a chain are open. */
  public double startNanos(Chain chain) {
    long l1Bytes = chain.files().stream().mapToLong(ChainFile::l1Bytes).sum();
    return chain.files().size() * openNanos + l1Bytes / bytesPerSecond * NANOS_A_SECOND;
  }
}
