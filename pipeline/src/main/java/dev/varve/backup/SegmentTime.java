package dev.varve.backup;

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
  /** Measured by the authors for the VM-centric scheme with 2 % popular data. */
  public static final SegmentTime PUBLISHED_VC = new SegmentTime(66.33, 16.63, 5.78);

  /** Measured by the authors for SRB. */
  public static final SegmentTime PUBLISHED_SRB = new SegmentTime(73, 17.08, 20.10);

  /** The sum of the three. */
  public double totalMillis() {
    return readWriteMillis + networkMillis + indexMillis;
  }
}
