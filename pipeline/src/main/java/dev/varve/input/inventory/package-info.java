/**
 * Discovery of the inputs: folder trees, manifests, single disks and traces become a plan of
 * snapshots, VM by VM and in order ({@link dev.varve.input.inventory.DiskSources}). Reads headers
 * only. Uses the model, the disks and the traces.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.input.inventory;
