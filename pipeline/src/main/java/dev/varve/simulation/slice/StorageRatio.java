package dev.varve.simulation.slice;

/**
 * The savings of a registry that keeps some replicas of each layer whole, and the others as files,
 * each content once.
 *
 * @see <a href="https://www.usenix.org/conference/atc20/presentation/zhao">Zhao et al.: DupHunter
 *     (ATC 2020)</a>
 */
public final class StorageRatio {
  private StorageRatio() {}

  /**
   * The closed form {@code R / (n + (R - n) / g)}: bytes of all replicas as layers over the bytes
   * that are stored.
   *
   * @param replicas R, at least 1
   * @param whole n, in 0..R
   * @param dedupRatio g: stored bytes of all layers over those of their contents, each once
   */
  public static double of(int replicas, int whole, double dedupRatio) {
    return replicas / (whole + (replicas - whole) / dedupRatio);
  }
}
