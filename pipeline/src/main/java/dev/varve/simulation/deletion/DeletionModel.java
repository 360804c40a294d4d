package dev.varve.simulation.deletion;

/**
 * The leak that deletion by summaries should cause: of the chunks that each deletion makes unused,
 * a share eps is not freed.
 *
 * @see <a href="https://doi.org/10.1109/TPDS.2015.2408263">W. Zhang et al.: VM-centric snapshot
 *     deduplication for converged cloud architectures</a>
 * @param snapshots h: snapshots that the VM keeps, at least 1
 * @param firstChunks u: chunks of the first of them
 * @param newChunks du: chunks that each later one adds
 * @param falsePositiveRatio eps of the filter sized for {@link #chunks}
 */
public record DeletionModel(
    int snapshots, double firstChunks, double newChunks, double falsePositiveRatio) {
  /**
   * Tolerance, so that rounding does not turn a quotient that is a whole number into the one below.
   */
  private static final double ROUNDING = 1e-12;

  /** Checks the ranges. */
  public DeletionModel {
    if (snapshots < 1
        || !(firstChunks >= 0)
        || !(newChunks >= 0)
        || !(falsePositiveRatio > 0 && falsePositiveRatio < 1)) {
      throw new IllegalArgumentException(
          snapshots
              + " snapshots, "
              + firstChunks
              + " + "
              + newChunks
              + " chunks, eps "
              + falsePositiveRatio);
    }
  }

  /** U = u + (h - 1) du. */
  public double chunks() {
    return firstChunks + (snapshots - 1) * newChunks;
  }

  /** L/U after R deletions: R du eps / U. */
  public double leakedRatio(long deletions) {
    return chunks() == 0 ? 0 : deletions * newChunks * falsePositiveRatio / chunks();
  }

  /** The most deletions after which the leaked share is not above tau: (tau/eps) (U/du). */
  public long deletionsBeforeRepair(double tau) {
    double deletions = tau * chunks() / (falsePositiveRatio * newChunks);
    return newChunks == 0 ? Long.MAX_VALUE : (long) Math.floor(deletions * (1 + ROUNDING));
  }
}
