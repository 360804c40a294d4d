package dev.varve.simulation.backup;

/**
 * The references of some snapshots that each stage of the VM-centric scheme left. Zero data counts
 * in {@code zero} only. Tallies add up in any order.
 *
 * @param segments segments with data
 * @param dirtySegments those of them that level 1 did not turn into a reference
 * @param largestSegments the most segments with data that one snapshot has
 * @param raw all references
 * @param zero zero chunks; segments of zeros alone count with their bytes and no chunk
 * @param afterVersion references left by level 1
 * @param afterSimilarity references left by level 2
 * @param popular those of them found in the popular data, at level 3
 * @param written those of them written to the VMs' own stores
 */
public record BackupTally(
    long segments,
    long dirtySegments,
    long largestSegments,
    Volume raw,
    Volume zero,
    Volume afterVersion,
    Volume afterSimilarity,
    Volume popular,
    Volume written) {

  /** The tally of no snapshot. */
  public static final BackupTally NONE = ofZeros(Volume.NONE);

  /**
   * The tally of segments of zeros alone.
   *
   * @param zero their bytes
   */
  public static BackupTally ofZeros(Volume zero) {
    return new BackupTally(
        0, 0, 0, Volume.NONE, zero, Volume.NONE, Volume.NONE, Volume.NONE, Volume.NONE);
  }

  /** The sum of both. */
  public BackupTally plus(BackupTally other) {
    return new BackupTally(
        segments + other.segments,
        dirtySegments + other.dirtySegments,
        Math.max(largestSegments, other.largestSegments),
        raw.plus(other.raw),
        zero.plus(other.zero),
        afterVersion.plus(other.afterVersion),
        afterSimilarity.plus(other.afterSimilarity),
        popular.plus(other.popular),
        written.plus(other.written));
  }

  /**
   * Share of the references left by levels 1 and 2 that the popular data covers; 0 when none are
   * left.
   */
  public double coverage() {
    return afterSimilarity.chunks() == 0 ? 0 : (double) popular.chunks() / afterSimilarity.chunks();
  }
}
