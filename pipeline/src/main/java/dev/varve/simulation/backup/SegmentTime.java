package dev.varve.simulation.backup;

/**
 * Time that one task spends on one dirty segment of 2 MiB, in milliseconds.
 *
 * @param readWriteMillis reading the disk, writing the store
 * @param networkMillis moving chunks and look-ups between machines
 * @param indexMillis looking chunks up
 * @see <a href="https://doi.org/10.1109/TPDS.2015.2408263">W. Zhang et al.: VM-centric snapshot
 *     deduplication for converged cloud architectures</a>
 */
public record SegmentTime(double readWriteMillis, double networkMillis, double indexMillis) {
  /** The sum of the three. */
  public double totalMillis() {
    return readWriteMillis + networkMillis + indexMillis;
  }
}
