package dev.varve.jobs.deletion;

import dev.varve.backup.SegmentReferences;
import dev.varve.deletion.ChunkReferences;
import dev.varve.deletion.DeletionResult;
import dev.varve.deletion.ReferenceList;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.run.ResultRow;
import dev.varve.matching.PopularData;
import dev.varve.model.Seed;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the snapshots of a VM from its segments and deletes them in every way that is asked: rows
 * of table {@code deletion_result}.
 */
final class DeletionRows implements FoldRows.Fold<SegmentReferences> {
  private final PopularData popular;
  private final Map<String, Integer> snapshotsOfVms;
  private final Asked asked;
  private final List<ChunkReferences> snapshots = new ArrayList<>();
  private ReferenceList current = new ReferenceList();
  private @Nullable String vm;

  /** What is asked of each VM. */
  record Asked(List<DeletionSettings.Way> ways, int retained, double sigma, Seed seed)
      implements Serializable {}

  /**
   * A fold over the segments of whole VMs in the order of their snapshots.
   *
   * @param popular chunks to leave out
   * @param snapshotsOfVms how many snapshots each VM has
   */
  DeletionRows(PopularData popular, Map<String, Integer> snapshotsOfVms, Asked asked) {
    this.popular = popular;
    this.snapshotsOfVms = snapshotsOfVms;
    this.asked = asked;
  }

  @Override
  public void add(SegmentReferences segment, Consumer<Row> output) {
    if (!segment.vm().equals(vm)) {
      finish(output);
      vm = segment.vm();
    }
    endSnapshotsBefore(segment.snapshot());
    for (int chunk = 0; chunk < segment.chunks(); chunk++) {
      if (!segment.zeros()[chunk] && !popular.contains(segment.keys()[chunk])) {
        current.add(segment.keys()[chunk], segment.bytes(chunk));
      }
    }
  }

  @Override
  public void finish(Consumer<Row> output) {
    String name = vm;
    if (name != null) {
      endSnapshotsBefore(snapshotsOfVms.getOrDefault(name, snapshots.size() + 1));
      for (DeletionSettings.Way way : asked.ways()) {
        way.fold(asked.retained(), asked.seed())
            .run(name, List.copyOf(snapshots), result -> output.accept(row(way, result)));
      }
    }
    snapshots.clear();
    vm = null;
  }

  /** Snapshots of which no segment comes hold nothing. */
  private void endSnapshotsBefore(int number) {
    while (snapshots.size() < number) {
      snapshots.add(current.references());
      current = new ReferenceList();
    }
  }

  private Row row(DeletionSettings.Way way, DeletionResult result) {
    return new ResultRow("deletion_result")
        .set("deletion_order", way.order())
        .set("false_positive_ratio", way.falsePositiveRatio())
        .set("most_leaked_ratio", way.mostLeakedRatio())
        .set("repair_rule", way.repair())
        .set("retained", asked.retained() == 0 ? null : asked.retained())
        .set("sigma", asked.sigma())
        .set("vm", result.vm())
        .set("deletions", result.deletions())
        .set("live_bytes", result.liveBytes())
        .set("leaked_bytes", result.leakedBytes())
        .set("leaked_ratio", result.leakedRatio())
        .set("predicted_ratio", result.predictedRatio())
        .set("filter_bytes", result.filterBytes())
        .set("repaired", result.repaired())
        .set("reclaimed_bytes", result.reclaimedBytes())
        .set("delete_nanos", result.deleteNanos())
        .set("repair_nanos", result.repairNanos())
        .set("repair_memory_bytes", result.repairMemoryBytes())
        .set("seed", asked.seed().value())
        .row();
  }
}
