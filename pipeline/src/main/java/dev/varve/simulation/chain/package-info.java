/**
 * Chains of snapshots: which file of a chain owns which part of a disk, and the cost of each
 * look-up. Either reads walk the chain file by file, or the topmost file knows the owner of every
 * cluster. Uses the model, the disks and the accesses.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.chain;
