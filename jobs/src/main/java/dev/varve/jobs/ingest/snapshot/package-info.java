/**
 * {@code ingest snapshots}: reads disks and chunk traces, and writes segment recipes; also compares
 * chunkers.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.ingest.snapshot;
