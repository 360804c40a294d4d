package dev.varve.simulation.backup;

/**
 * Duration of a machine's backup. Its tasks work in parallel on dirty segments, and together read
 * no faster than the throttle allows. Work and throttled reading overlap, so the longer of the two
 * is the time.
 *
 * <p>Published, throttled to 50 MB/s: 1.31, 1.23, 1.18 and 1.16 hours with 1, 2, 4 and 6 tasks for
 * 1 TB of which .2414 is dirty. The throttle alone takes 1.34 hours. The published time of a
 * segment was measured on a loaded machine: with it, one task would need 2.84 hours.
 *
 * @param workSeconds time of the tasks
 * @param readSeconds time of reading at the throttled rate; 0 without a throttle
 */
public record BackupTime(double workSeconds, double readSeconds) {
  /**
   * The time without a throttle.
   *
   * @param dirtySegments a machine's segments that level 1 did not turn into references
   * @param tasks number of parallel tasks
   */
  public static BackupTime unthrottled(SegmentTime segment, double dirtySegments, int tasks) {
    return new BackupTime(dirtySegments * segment.totalMillis() / 1000 / tasks, 0);
  }

  /**
   * The time under a throttle.
   *
   * @param dirtyBytes of these segments
   * @param readBytesPerSecond what all tasks of the machine read together
   */
  public BackupTime throttled(double dirtyBytes, double readBytesPerSecond) {
    return new BackupTime(workSeconds, dirtyBytes / readBytesPerSecond);
  }

  /** The duration: the longer of the two times. */
  public double seconds() {
    return Math.max(workSeconds, readSeconds);
  }
}
