package dev.varve.jobs.simulate.reference;

/**
 * The size of the data to simulate: {@code schemas/simulate/scope.sql}.
 *
 * @param vms VMs that have a snapshot
 * @param chunks chunks of all recipes
 * @param emptyBytes bytes of segments of zeros alone, which the folds do not receive
 * @param trackedSegments segments whose disk format records whether they changed
 */
public record Scope(long vms, long chunks, long emptyBytes, long trackedSegments) {}
