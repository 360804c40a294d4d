package dev.varve.content.matching;

/**
 * Popularity by Zipf's law: the i-th chunk has f_1 / i^alpha copies. Then the share sigma of the
 * most popular chunks contains sigma^(1 - alpha) of all copies. Published: alpha .65 to .70.
 *
 * @param alpha the exponent; 0 for chunks equally popular, below 1 for coverage to grow with sigma
 * @see <a href="https://doi.org/10.1109/TPDS.2015.2408263">W. Zhang et al.: VM-centric snapshot
 *     deduplication for converged cloud architectures</a>
 */
public record Zipf(double alpha) {
  /**
   * The law that passes through a measured coverage: alpha = 1 - ln(coverage) / ln(sigma).
   *
   * @param sigma popular share of the unique chunks, above 0 and below 1
   * @param coverage share of all copies in the popular chunks, above 0, at most 1
   */
  public static Zipf through(double sigma, double coverage) {
    if (!(sigma > 0 && sigma < 1 && coverage > 0 && coverage <= 1)) {
      throw new IllegalArgumentException("no law has coverage " + coverage + " at " + sigma);
    }
    return new Zipf(1 - Math.log(coverage) / Math.log(sigma));
  }

  /** Share of all copies that the share {@code sigma} of the unique chunks contains. */
  public double coverage(double sigma) {
    return Math.pow(sigma, 1 - alpha);
  }

  /**
   * Predicted efficiency of the VM-centric scheme: (c delta + c (1 - delta) coverage) / (c - cu),
   * where delta is the share of chunks that the local stages remove.
   *
   * @param chunks c, all references
   * @param leftChunks c (1 - delta), what the local stages leave
   * @param uniqueChunks cu
   * @param sigma popular share of the unique chunks
   */
  public double efficiency(long chunks, long leftChunks, long uniqueChunks, double sigma) {
    return (chunks - leftChunks + leftChunks * coverage(sigma)) / (chunks - uniqueChunks);
  }
}
