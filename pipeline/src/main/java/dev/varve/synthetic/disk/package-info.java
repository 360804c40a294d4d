/**
 * Synthetic disks of virtual machines from a seed, raw and qcow2 with backing chains, for the demo
 * and for tests: {@link dev.varve.synthetic.disk.SnapshotWorld}. Uses the model and contents, no
 * reader.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.synthetic.disk;
