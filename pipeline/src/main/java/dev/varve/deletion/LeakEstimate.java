package dev.varve.deletion;

/**
 * What a store knows of its leaks without marking.
 *
 * @param deletions since the last repair
 * @param model of the VM, with the snapshots that it keeps now
 * @param expectedBytes leaked since the last repair, as the freed bytes and the filters' fill let
 *     expect: a deletion that freed f bytes past a filter of ratio e leaked about f e / (1 - e)
 * @param largestChunkBytes the longest chunk
 * @param leastLiveBytes surely in need: the largest live snapshot
 */
public record LeakEstimate(
    long deletions,
    DeletionModel model,
    double expectedBytes,
    int largestChunkBytes,
    long leastLiveBytes) {

  /**
   * What the leak is not above, but once in {@code 1 / doubt} times: Bernstein's bound for chunks
   * that leak independently.
   */
  public double mostBytes(double doubt) {
    double log = -Math.log(doubt);
    double third = largestChunkBytes * log / 3;
    return expectedBytes
        + third
        + Math.sqrt(third * third + 2 * largestChunkBytes * expectedBytes * log);
  }
}
