package dev.varve.simulation.deletion;

/**
 * Decides after each deletion whether to repair the VM by mark and sweep, from what a store can
 * estimate.
 */
public interface RepairRule {
  /** Whether repair is due. */
  boolean due(LeakEstimate estimate);
}
