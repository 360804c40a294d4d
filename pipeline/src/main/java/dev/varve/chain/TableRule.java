package dev.varve.chain;

/** Which L2 tables a file of a chain is taken to have. */
public enum TableRule {
  /** All: each file that a read looks into looks into its cache. */
  FULL,
  /**
   * The tables that exist: QEMU writes a table with the first cluster of its region, and knows by
   * the L1 table, which it keeps in memory, that there is none.
   */
  LAZY
}
