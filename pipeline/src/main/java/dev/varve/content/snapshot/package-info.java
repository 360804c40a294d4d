/**
 * Planning and reading of snapshots: their headers, their positions in the order of a VM, the plan
 * of tasks, and the segments of a part one after another. Uses the disks.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.snapshot;
