package dev.varve.slice;

/**
 * What a registry of R replicas stores when some of them stay whole layers and the others are
 * files, each content once.
 *
 * @see <a href="https://www.usenix.org/conference/atc20/presentation/zhao">Zhao et al.: DupHunter
 *     (ATC 2020)</a>
 * @param replicas R: how often each layer is kept, at least 1
 * @param layerBytes of all layers as they are stored whole, compressed
 * @param fileBytes of all contents, each once, as they are stored, with the rest that a layer needs
 */
public record StorageMode(int replicas, long layerBytes, long fileBytes) {
  /** g: deduplication against compressed layers; not a number where nothing is stored. */
  public double dedupRatio() {
    return (double) layerBytes / fileBytes;
  }

  /**
   * B-mode n: n replicas whole.
   *
   * @param whole n, in 0..R
   */
  public double storedBytes(int whole) {
    return (double) whole * layerBytes + (double) (replicas - whole) * fileBytes;
  }

  /** The closed form {@code R / (n + (R - n) / g)}. */
  public static double ratio(int replicas, int whole, double dedupRatio) {
    return replicas / (whole + (replicas - whole) / dedupRatio);
  }
}
