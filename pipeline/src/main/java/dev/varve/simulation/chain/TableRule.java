package dev.varve.simulation.chain;

/** Rule for the L2 tables that a file of a chain is assumed to have. */
public enum TableRule {
  /** All tables, so that every file on the way of a read looks into its cache. */
  FULL,
  /**
   * Only the tables that exist. QEMU writes a table with the first cluster of its region. It sees
   * in the L1 table, which is in memory, that a region has no table, and then needs no cache.
   */
  LAZY
}
