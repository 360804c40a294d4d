package dev.varve.simulation.backup;

import dev.varve.content.matching.Zipf;

/**
 * The effect of keeping the k most popular chunks, for any k and without a second pass. Levels 1
 * and 2 do not depend on k, so one list sorted by popularity is enough for a whole sweep.
 *
 * @param once the k chunks, each once
 * @param copies all their references that levels 1 and 2 left
 */
public record PopularShare(Volume once, Volume copies) {
  /** No chunk. */
  public static final PopularShare NONE = new PopularShare(Volume.NONE, Volume.NONE);

  /** This popular data with one more chunk. */
  public PopularShare plus(int chunkBytes, long chunkCopies) {
    return new PopularShare(
        once.plus(new Volume(1, chunkBytes)),
        copies.plus(new Volume(chunkCopies, chunkCopies * chunkBytes)));
  }

  /**
   * The bytes that the VM-centric scheme stores with this popular data.
   *
   * @param left references left by levels 1 and 2
   */
  public Volume stored(Volume left) {
    return left.minus(copies).plus(once);
  }

  /** Share of the references left that the popular chunks cover; 0 when none are left. */
  public double coverage(Volume left) {
    return left.chunks() == 0 ? 0 : (double) copies.chunks() / left.chunks();
  }

  /**
   * The Zipf law that has this coverage.
   *
   * @param uniqueChunks distinct chunks of the fleet, more than there are popular ones
   * @throws IllegalArgumentException when no chunk is popular, or all are
   */
  public Zipf zipf(Volume left, long uniqueChunks) {
    return Zipf.through((double) once.chunks() / uniqueChunks, coverage(left));
  }
}
