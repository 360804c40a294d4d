package dev.varve.simulation.chain;

/** Rule for the L2 tables that a file of a chain is assumed to have. */
public enum TableRule {
  /** All: each file that a read looks into looks into its cache. */
  FULL,
  /**
   * The tables that exist: QEMU writes a table with the first cluster of its region, and knows by
   * the L1 table, which it keeps in memory, that there is none.
   */
  LAZY
}
