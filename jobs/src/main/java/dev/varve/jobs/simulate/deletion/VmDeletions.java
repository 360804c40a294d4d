package dev.varve.jobs.simulate.deletion;

import dev.varve.content.matching.PopularData;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.simulate.reference.PackedSegment;
import dev.varve.simulation.backup.SegmentReferences;
import dev.varve.simulation.deletion.ChunkReferences;
import dev.varve.simulation.deletion.DeletionResult;
import dev.varve.simulation.deletion.ReferenceList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Collects the snapshots of a VM from its segments, and deletes them once by every policy. Segments
 * must come sorted by VM, snapshot and position.
 */
final class VmDeletions implements Fold<PackedSegment> {
  private final DeletionSettings settings;
  private final PopularData popular;
  private final Map<String, Integer> snapshotsOfVms;
  private final List<ChunkReferences> snapshots = new ArrayList<>();
  private ReferenceList currentSnapshot = new ReferenceList();
  private @Nullable String vm;

  /**
   * A row of {@code deletion_result}; retained is null where all snapshots live at first.
   *
   * @param retained snapshots that are live at the start
   * @param sigma popular share of the unique chunks, which are never deleted this way
   */
  record DeletionRow(
      PolicyColumns policy,
      @Nullable Integer retained,
      double sigma,
      DeletionResult result,
      long seed) {}

  /** A policy, with the names of its columns. */
  record PolicyColumns(
      String deletionOrder, double falsePositiveRatio, double mostLeakedRatio, String repairRule) {}

  /**
   * A fold over the segments of whole VMs in the order of their snapshots.
   *
   * @param popular chunks that are left out
   * @param snapshotsOfVms how many snapshots each VM has
   */
  VmDeletions(DeletionSettings settings, PopularData popular, Map<String, Integer> snapshotsOfVms) {
    this.settings = settings;
    this.popular = popular;
    this.snapshotsOfVms = snapshotsOfVms;
  }

  @Override
  public void add(PackedSegment row, Consumer<Record> output) {
    if (!row.vm().equals(vm)) {
      finish(output);
      vm = row.vm();
    }
    endSnapshotsBefore(row.number());
    SegmentReferences segment = row.references();
    for (int chunk = 0; chunk < segment.chunks(); chunk++) {
      if (!segment.zeros()[chunk] && !popular.contains(segment.keys()[chunk])) {
        currentSnapshot.add(segment.keys()[chunk], segment.bytes(chunk));
      }
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    String name = vm;
    if (name != null) {
      endSnapshotsBefore(snapshotsOfVms.getOrDefault(name, snapshots.size() + 1));
      for (DeletionSettings.Policy policy : settings.policies()) {
        policy
            .fold(settings.retained(), settings.seed())
            .run(name, List.copyOf(snapshots), result -> output.accept(row(policy, result)));
      }
    }
    snapshots.clear();
    vm = null;
  }

  /** Adds the snapshots before this number; one without segments refers to no chunk. */
  private void endSnapshotsBefore(int number) {
    while (snapshots.size() < number) {
      snapshots.add(currentSnapshot.references());
      currentSnapshot = new ReferenceList();
    }
  }

  private DeletionRow row(DeletionSettings.Policy policy, DeletionResult result) {
    return new DeletionRow(
        new PolicyColumns(
            policy.order(), policy.falsePositiveRatio(), policy.mostLeakedRatio(), policy.repair()),
        settings.retained() == 0 ? null : settings.retained(),
        settings.popular().sigma(),
        result,
        settings.seed().value());
  }
}
