package dev.varve.simulation.backup;

/** Test by which level 1 recognises a segment as that of the parent snapshot. */
public enum VersionDetection {
  /**
   * The segment's checksum, which is the digest over its chunks' fingerprints, equals the checksum
   * of the parent's segment at the same position.
   */
  CHECKSUM("checksum"),
  /**
   * The disk format says so: a segment with a clear bit becomes a reference; one with a set bit
   * goes to level 2 whatever its checksum says. Where the format does not say, the checksum
   * decides.
   */
  DIRTY_BITS("dirty-bits");

  private final String label;

  VersionDetection(String label) {
    this.label = label;
  }

  /** The name in tables. */
  public String label() {
    return label;
  }
}
