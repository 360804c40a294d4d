package dev.varve.simulation.backup;

/** Place where level 2 looks for the chunks of a segment that changed. */
public enum LocalSearch {
  /** Nowhere: level 1 alone. */
  NONE("none"),
  /** The parent's segment at the same position. */
  SAME_POSITION("same-position"),
  /**
   * The parent's segments of equal min-hash, then its segment at the same position: the published
   * scheme.
   */
  SIMILAR("similar");

  private final String label;

  LocalSearch(String label) {
    this.label = label;
  }

  /** The name in tables. */
  public String label() {
    return label;
  }
}
