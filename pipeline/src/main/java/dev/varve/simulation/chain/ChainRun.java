package dev.varve.simulation.chain;

import java.util.Locale;

/**
 * A range of guest bytes that one file of a chain determines, all in one state.
 *
 * @param offset first byte, from the disk's start
 * @param depth the file: 0 the topmost, 1 its backing file, and so on; -1 when no file contains it
 */
public record ChainRun(long offset, long bytes, int depth, State state) {
  /** The depth of ranges that no file contains. */
  public static final int NO_FILE = -1;

  /** State of the run in the file. */
  public enum State {
    /** Stored as it is. */
    DATA,
    /** Stored compressed. */
    COMPRESSED,
    /** Marked as zeros. */
    ZERO,
    /** Contained in no file of the chain, so it reads as zeros. */
    UNALLOCATED;

    /** Its name in tables. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The state of a name in tables. */
    public static State of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  /** The byte after the last. */
  public long end() {
    return offset + bytes;
  }

  boolean isContinuedBy(ChainRun next) {
    return depth == next.depth && state == next.state && end() == next.offset;
  }

  ChainRun and(ChainRun next) {
    return new ChainRun(offset, bytes + next.bytes, depth, state);
  }
}
