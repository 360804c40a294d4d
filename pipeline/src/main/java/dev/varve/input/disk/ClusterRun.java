package dev.varve.input.disk;

/**
 * A run of guest bytes that one file of a chain stores in the same way. It is found from the file's
 * tables alone; no data is read.
 *
 * @param bytes length, at least 1; an equal run may follow
 * @param hostOffset where the bytes are stored: in the file, of the run's first byte; of a
 *     compressed cluster where its packed bytes begin; 0 when nothing is stored
 * @param storedBytes space in the file: {@code bytes}. For a compressed cluster, up to the end of
 *     the last sector that its packed bytes may reach; 0 when nothing is stored
 */
public record ClusterRun(State state, long bytes, long hostOffset, long storedBytes) {

  /** State of a cluster in a table, or of a subcluster where clusters have them. */
  public enum State {
    /** Stored as it is. */
    NORMAL,
    /** Stored deflated or as a zstd frame; always whole clusters, one a run. */
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

  /** Whether its bytes are those of {@code other}, from {@code distance} bytes after its start. */
  boolean isPlacedAs(ClusterRun other, long distance) {
    return state == other.state && hostOffset == other.hostOffset + distance;
  }

  ClusterRun ofBytes(long length) {
    return new ClusterRun(state, length, hostOffset, state == State.NORMAL ? length : storedBytes);
  }
}
