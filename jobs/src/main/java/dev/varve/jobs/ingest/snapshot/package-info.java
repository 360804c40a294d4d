/** {@code ingest snapshots}: disks and chunk traces into segment recipes; chunkers compared. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.ingest.snapshot;
