package dev.varve.simulation.deletion;

/**
 * A row of table {@code deletion_result}: the store of one VM after one deletion, and after the
 * repair if the deletion triggered one.
 *
 * @param deletions so far, this one too
 * @param liveBytes what the live snapshots need
 * @param leakedBytes bytes stored that no live snapshot needs, measured exactly
 * @param leakedRatio leaked over live bytes
 * @param predictedRatio by {@link DeletionModel}, for the deletions since the last repair
 * @param filterBytes of the vectors of the live snapshots and their OR
 * @param repaired whether the VM was marked and swept
 * @param reclaimedBytes what the repair freed; 0 without one
 * @param deleteNanos of the deletion itself, its OR and its look-ups
 * @param repairNanos of the repair; 0 without one
 * @param repairMemoryBytes of the repair's marks; 0 without one
 */
public record DeletionResult(
    String vm,
    int deletions,
    long liveBytes,
    long leakedBytes,
    double leakedRatio,
    double predictedRatio,
    long filterBytes,
    boolean repaired,
    long reclaimedBytes,
    long deleteNanos,
    long repairNanos,
    long repairMemoryBytes) {}
