package dev.varve.jobs.deletion;

import dev.varve.backup.SegmentReferences;
import dev.varve.deletion.ChunkReferences;
import dev.varve.deletion.DeletionResult;
import dev.varve.deletion.ReferenceList;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.schema.Tables;
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
 * Collects the snapshots of a VM from its segments, and deletes them once by every policy: rows of
 * table {@code deletion_result}.
 */
final class DeletionRows implements FoldRows.Fold<SegmentReferences> {
  static final RowBinder<DeletionRow> ROWS = Tables.rows("deletion_result", DeletionRow.class);

  private final PopularData popular;
  private final Map<String, Integer> snapshotsOfVms;
  private final Plan plan;
  private final List<ChunkReferences> snapshots = new ArrayList<>();
  private ReferenceList current = new ReferenceList();
  private @Nullable String vm;

  /** What to simulate for each VM. */
  record Plan(List<DeletionSettings.Policy> policies, int retained, double sigma, Seed seed)
      implements Serializable {}

  /**
   * A fold over the segments of whole VMs in the order of their snapshots.
   *
   * @param popular chunks that are left out
   * @param snapshotsOfVms how many snapshots each VM has
   */
  DeletionRows(PopularData popular, Map<String, Integer> snapshotsOfVms, Plan plan) {
    this.popular = popular;
    this.snapshotsOfVms = snapshotsOfVms;
    this.plan = plan;
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
      for (DeletionSettings.Policy policy : plan.policies()) {
        policy
            .fold(plan.retained(), plan.seed())
            .run(name, List.copyOf(snapshots), result -> output.accept(row(policy, result)));
      }
    }
    snapshots.clear();
    vm = null;
  }

  /** Adds the snapshots before this number; one without segments refers to no chunk. */
  private void endSnapshotsBefore(int number) {
    while (snapshots.size() < number) {
      snapshots.add(current.references());
      current = new ReferenceList();
    }
  }

  private Row row(DeletionSettings.Policy policy, DeletionResult result) {
    return ROWS.row(
        new DeletionRow(
            new PolicyColumns(
                policy.order(),
                policy.falsePositiveRatio(),
                policy.mostLeakedRatio(),
                policy.repair()),
            plan.retained() == 0 ? null : plan.retained(),
            plan.sigma(),
            result,
            plan.seed().value()));
  }

  /** A row of {@code deletion_result}; retained is null where all snapshots live at first. */
  record DeletionRow(
      PolicyColumns policy,
      @Nullable Integer retained,
      double sigma,
      DeletionResult result,
      long seed) {}

  /** A policy, with the names of its columns. */
  record PolicyColumns(
      String deletionOrder, double falsePositiveRatio, double mostLeakedRatio, String repairRule) {}
}
