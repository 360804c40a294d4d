package dev.varve.deletion;

/** Decides, after a deletion, whether the VM is marked and swept, from what a store can know. */
public interface RepairRule {
  /** Whether repair is due. */
  boolean due(LeakEstimate estimate);
}
