package dev.varve.jobs.ingest.snapshot;

import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.FingerprintRule;
import dev.varve.jobs.store.registry.RegistryAccess;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.Serializable;
import java.util.List;

/**
 * Settings for reading snapshots.
 *
 * @param roots folders in which backing files may be
 * @param chunker its name; {@link WarehouseFiles#TRACE} when the input is a chunk trace
 * @param fingerprint what identifies the content of a chunk
 * @param digest what computes SHA-256
 * @param mapsChains whether table {@code chain_map} gets the chains of the disks
 * @param access how registries are reached by their API
 */
record SnapshotReading(
    List<String> roots,
    String chunker,
    FingerprintRule fingerprint,
    DigestEngine digest,
    boolean mapsChains,
    RegistryAccess access)
    implements Serializable {}
