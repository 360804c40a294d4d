package dev.varve.simulation.backup;

/** A way to deduplicate backups. */
public enum Scheme {
  /** Perfect deduplication, global and exact: the upper bound. */
  PERFECT("perfect"),
  /** VM-centric, level 1 alone. */
  VC_L1("vc-l1"),
  /** VM-centric, levels 1 and 2. */
  VC_L2("vc-l2"),
  /** VM-centric, all levels. */
  VC("vc"),
  /** VM-oblivious: stateless routing with binning. */
  SRB("srb");

  private final String label;

  Scheme(String label) {
    this.label = label;
  }

  /** The name in tables. */
  public String label() {
    return label;
  }
}
