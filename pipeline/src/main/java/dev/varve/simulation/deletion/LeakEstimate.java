package dev.varve.simulation.deletion;

/**
 * A store's estimate of its leak without marking.
 *
 * @param deletions since the last repair
 * @param model of the VM, with the snapshots that it keeps now
 * @param expectedBytes expected leak since the last repair, estimated from the freed bytes and the
 *     filters' fill. A deletion that freed f bytes with a filter of false-positive ratio e leaked
 *     about f e / (1 - e)
 * @param largestChunkBytes the longest chunk
 * @param leastLiveBytes a lower bound of the live bytes: those of the largest live snapshot
 */
public record LeakEstimate(
    long deletions,
    DeletionModel model,
    double expectedBytes,
    int largestChunkBytes,
    long leastLiveBytes) {

  /**
   * An upper bound of the leak, which is exceeded with a probability of at most {@code doubt}:
   * Bernstein's bound for chunks that leak independently.
   */
  public double mostBytes(double doubt) {
    double log = -Math.log(doubt);
    double third = largestChunkBytes * log / 3;
    return expectedBytes
        + third
        + Math.sqrt(third * third + 2 * largestChunkBytes * expectedBytes * log);
  }
}
