/**
 * Snapshots shared out and read: what their headers tell, their places in the order of a VM, the
 * plan of the tasks that read them, and the segments of a part one after another. Stands on disk.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.snapshot;
