package dev.varve.input.disk;

/**
 * A run of guest bytes that one file of a chain stores in the same way. It is found from the file's
 * tables alone; no data is read.
 *
 * @param bytes length, at least 1; an equal run may follow
 * @param hostOffset offset in the file of the run's first byte, or of the first packed byte of a
 *     compressed cluster; 0 when nothing is stored
 * @param storedBytes space in the file: equal to {@code bytes} for uncompressed data. For a
 *     compressed cluster it reaches to the end of the last sector that the packed bytes may touch.
 *     0 when nothing is stored
 */
public record ClusterRun(State state, long bytes, long hostOffset, long storedBytes) {

  /** State of a cluster in a table, or of a subcluster where clusters have them. */
  public enum State {
    /** Stored as it is. */
    NORMAL,
    /** Stored deflated or as a zstd frame; a run is always one whole cluster. */
    COMPRESSED,
    /** Reads as zeros, whatever the files below contain. */
    ZERO,
    /** The file has nothing: its backing file shows through, or zeros where there is none. */
    UNALLOCATED
  }

  static ClusterRun nothing(State state, long bytes) {
    return new ClusterRun(state, bytes, 0, 0);
  }

  /** Whether this file determines what the guest reads, so that files below do not matter. */
  public boolean isOwned() {
    return state != State.UNALLOCATED;
  }

  /** Whether the file stores bytes for the run. */
  public boolean isStored() {
    return state == State.NORMAL || state == State.COMPRESSED;
  }

  /**
   * Whether {@code next}, which begins {@code distance} bytes after this run's start, continues
   * this run.
   */
  boolean isContinuedBy(ClusterRun next, long distance) {
    return state == next.state
        && state != State.COMPRESSED
        && (state != State.NORMAL || next.hostOffset == hostOffset + distance);
  }

  /**
   * Whether this run is stored at the place of {@code other}, beginning {@code distance} bytes
   * behind the start of {@code other}.
   */
  boolean isPlacedAs(ClusterRun other, long distance) {
    return state == other.state && hostOffset == other.hostOffset + distance;
  }

  ClusterRun ofBytes(long length) {
    return new ClusterRun(state, length, hostOffset, state == State.NORMAL ? length : storedBytes);
  }
}
