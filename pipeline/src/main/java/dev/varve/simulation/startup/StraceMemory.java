package dev.varve.simulation.startup;

/**
 * Upper estimate of the memory that a trace takes. It adds all that is stored after the last exact
 * count, and subtracts nothing that is removed.
 */
final class StraceMemory {
  private static final int ENTRY_BYTES = 100;
  private long bytes;

  /** Adds entries of maps and letters of texts. */
  void add(long entries, long letters) {
    bytes += entries * ENTRY_BYTES + letters;
  }

  long bytes() {
    return bytes;
  }

  /** Takes over what was counted. */
  void set(StraceMemory counted) {
    bytes = counted.bytes;
  }
}
