/**
 * Chains of snapshots: which file of a chain owns which part of a disk, and the cost of each
 * look-up. Chains are walked, or their topmost file knows every owner. Stands on the model, the
 * disks and the accesses.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.chain;
