package dev.varve.simulation.startup;

/**
 * An estimate of the memory for a trace: what was added since it was counted, and never what went.
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
