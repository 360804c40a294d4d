package dev.varve.simulation.chain;

import java.io.Serializable;

/**
 * The time that each step of a read takes, on one kind of storage device.
 *
 * @param requestNanos fixed time of a read, whatever the chain
 * @param passNanos time of each file that lacks the cluster and passes the read to the file below
 * @param belowNanos time, at each file that is looked into, for each file below it: QEMU goes
 *     through all of them at every file (benchmarks/chains)
 * @param crowdNanos addition to {@code belowNanos} for each file of the chain, as the data of more
 *     files no longer fits into the processor's caches
 * @param hitNanos time of a look-up whose slice is in the cache
 * @param missNanos time of a look-up whose slice is read from the file
 * @param dataNanos time to read the cluster's data
 * @param openNanos time to open a file and read its header
 * @param bytesPerSecond rate at which L1 tables are read
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
   * Total time of all reads, in nanoseconds.
   *
   * @param files number of files of the chain
   * @param reads number of reads
   * @param passed number of files that lacked the cluster, summed over all reads
   * @param below number of files below a file that was looked into, summed over all look-ups into
   *     files
   * @param stored number of reads after which data is read
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

  /** Time until all files of a chain are open, in nanoseconds. */
  public double startNanos(Chain chain) {
    long l1Bytes = chain.files().stream().mapToLong(ChainFile::l1Bytes).sum();
    return chain.files().size() * openNanos + l1Bytes / bytesPerSecond * NANOS_A_SECOND;
  }
}
