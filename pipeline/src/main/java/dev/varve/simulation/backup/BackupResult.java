package dev.varve.simulation.backup;

import org.jspecify.annotations.Nullable;

/**
 * A row of table {@code backup_result}.
 *
 * @param scheme label of the {@link Scheme}
 * @param rules label of the {@link BackupRules}; null for schemes without
 * @param sigma popular share of the unique chunks; null for schemes without popular data
 * @param machines p
 * @param rawBytes all references, without zero data
 * @param storedBytes bytes stored, before replication
 * @param zeroBytes zero data, which is in no other column
 * @param reduction 1 - stored / raw
 * @param efficiency duplicates removed of those that perfect deduplication removes
 * @param indexBytesPerMachine by {@link IndexMemory}
 */
public record BackupResult(
    String scheme,
    @Nullable String rules,
    @Nullable Double sigma,
    int machines,
    long rawBytes,
    long storedBytes,
    long zeroBytes,
    double reduction,
    double efficiency,
    long indexBytesPerMachine) {}
