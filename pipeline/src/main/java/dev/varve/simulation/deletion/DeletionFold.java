package dev.varve.simulation.deletion;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the snapshots of a VM one after another. A chunk of a deleted snapshot is freed unless
 * the OR of the live snapshots' vectors may contain it. So no chunk in use is lost, and a few
 * unused chunks leak. Memory is bounded by one VM: 13 bytes a chunk, 4 a reference, and the
 * vectors.
 */
public final class DeletionFold {
  private final double falsePositiveRatio;
  private final DeletionOrder order;
  private final RepairRule repair;
  private final int retained;

  /**
   * Sets the rules of deletion.
   *
   * @param falsePositiveRatio eps of the vectors, sized for the chunks of the retained snapshots
   * @param retained h: number of snapshots that are live at the start; before each deletion the
   *     next one is taken, as long as there are any; at least 1. {@link Integer#MAX_VALUE}: all are
   *     live at the start
   */
  public DeletionFold(
      double falsePositiveRatio, DeletionOrder order, RepairRule repair, int retained) {
    if (retained < 1 || !(falsePositiveRatio > 0 && falsePositiveRatio < 1)) {
      throw new IllegalArgumentException(retained + " retained, eps " + falsePositiveRatio);
    }
    this.falsePositiveRatio = falsePositiveRatio;
    this.order = order;
    this.repair = repair;
    this.retained = retained;
  }

  /**
   * Deletes until one snapshot is left.
   *
   * @param snapshots of one VM, in the order in which they were taken, without popular chunks
   * @return a row for each deletion, one fewer than snapshots
   */
  public List<DeletionResult> run(String vm, List<ChunkReferences> snapshots) {
    List<DeletionResult> results = new ArrayList<>();
    run(vm, snapshots, results::add);
    return results;
  }

  /** Runs the fold, with each row passed to {@code output} as soon as it is known. */
  public void run(String vm, List<ChunkReferences> snapshots, Consumer<DeletionResult> results) {
    int taken = Math.min(retained, snapshots.size());
    if (taken == 0) {
      return;
    }
    SnapshotStore store = new SnapshotStore(snapshots, taken, falsePositiveRatio);
    int sinceRepair = 0;
    double expectedBytes = 0;
    for (int deletions = 1; store.live() > 1 || taken < snapshots.size(); deletions++) {
      if (taken < snapshots.size()) {
        store.take(taken++);
      }
      long start = System.nanoTime();
      SnapshotStore.Freed freed = store.delete(order.next(vm, deletions - 1, store.live()));
      long deleteNanos = System.nanoTime() - start;
      double affirmed = freed.falsePositiveRatio();
      expectedBytes += freed.bytes() * affirmed / Math.max(1 - affirmed, 1e-9);
      sinceRepair++;
      MarkAndSweep.@Nullable Sweep sweep = null;
      if (repair.due(store.estimate(sinceRepair, expectedBytes))) {
        sweep = store.repair();
        sinceRepair = 0;
        expectedBytes = 0;
      }
      long live = store.liveBytes();
      long leaked = store.leakedBytes();
      results.accept(
          new DeletionResult(
              vm,
              deletions,
              live,
              leaked,
              live == 0 ? 0 : (double) leaked / live,
              store.retainedModel().leakedRatio(sinceRepair),
              store.filterBytes(),
              sweep != null,
              sweep == null ? 0 : sweep.freedBytes(),
              deleteNanos,
              sweep == null ? 0 : sweep.nanos(),
              sweep == null ? 0 : sweep.memoryBytes()));
    }
  }
}
