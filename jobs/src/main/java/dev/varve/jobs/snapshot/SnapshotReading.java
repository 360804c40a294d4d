package dev.varve.jobs.snapshot;

import dev.varve.codec.FingerprintRule;
import dev.varve.jobs.table.Warehouse;
import java.io.Serializable;
import java.util.List;

/**
 * How snapshots are read.
 *
 * @param roots where backing files may lie
 * @param chunker its name; {@link Warehouse#TRACE} when the input is a chunk trace
 * @param fingerprint what identifies the content of a chunk
 */
record SnapshotReading(List<String> roots, String chunker, FingerprintRule fingerprint)
    implements Serializable {}
