/**
 * Chains of snapshots: which file of a chain owns which part of a disk, and what it costs to find
 * that out, look-up by look-up, in chains that are walked and in chains whose topmost file knows
 * every owner. Stands on the model, the disks and the accesses.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.chain;
