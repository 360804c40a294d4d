package dev.varve.input.disk;

/**
 * A range of a virtual disk of which every byte comes from the same place.
 *
 * @param offset first byte, from the disk's start
 * @param bytes length, at least 1; an equal extent may follow
 * @param depth the file of the backing chain that determines the range: 0 the topmost, 1 its
 *     backing file, and so on. For {@link Kind#ABSENT} the last file that was searched
 */
public record Extent(long offset, long bytes, Kind kind, int depth) {

  /** The kind of data stored for a range. */
  public enum Kind {
    /** Bytes, stored as they are or compressed. They may happen to be zeros. */
    DATA,
    /** The range is marked as zeros, whatever the files below contain. */
    ZERO,
    /** No file of the chain stores the range: reads as zeros. */
    ABSENT
  }

  /** The byte after the last. */
  public long end() {
    return offset + bytes;
  }
}
