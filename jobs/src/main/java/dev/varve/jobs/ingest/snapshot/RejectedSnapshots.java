package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.snapshot.SnapshotHead;
import dev.varve.input.inventory.RefusedInput;
import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.jobs.engine.run.RejectedBlob;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.ingest.NewRows;
import dev.varve.jobs.warehouse.table.Publication;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Records inputs that cannot be used: refused when the inputs were listed, or rejected when they
 * were read.
 */
record RejectedSnapshots(Run run, Set<String> sources) {
  private record Name(String vm, String snapshot, String source) {}

  RejectedSnapshots(Run run) {
    this(run, new HashSet<>());
  }

  /**
   * Stages the first fault of each snapshot of view {@code new_fault}, and shows them as view
   * {@code new_rejection}.
   *
   * @return the rejected snapshots, VM and name each
   */
  Set<List<String>> reject(Publication publication) throws IOException {
    NewRows rows = new NewRows(run);
    run.engine().materialize("new_rejection", rows.query("snapshot_rejection"));
    Set<List<String>> rejected = new HashSet<>();
    run.engine()
        .each(
            rows.query("rejected_name"),
            Name.class,
            name -> {
              rejected.add(List.of(name.vm(), name.snapshot()));
              sources.add(name.source());
            });
    if (!rejected.isEmpty()) {
      run.engine().view("new_rejected_blob", rows.query("rejected_snapshot"));
      rows.addRejections(publication);
    }
    return rejected;
  }

  /** Stages inputs that are no disk, and disks that cannot be read according to their headers. */
  void refuse(SnapshotPlan plan, List<SnapshotHead> heads) throws IOException {
    List<RejectedBlob> all = new ArrayList<>();
    for (RefusedInput input : plan.refused()) {
      all.add(
          new RejectedBlob(
              run.id(),
              input.location(),
              null,
              input.reason(),
              RejectedBlob.offsetOrNull(input.offset()),
              input.message()));
    }
    for (SnapshotHead head : heads) {
      SnapshotHead.Fault fault = head.fault();
      if (fault != null) {
        all.add(SnapshotTables.rejected(run.id(), head.source(), fault));
      }
    }
    all.forEach(one -> sources.add(one.source()));
    run.count("snapshots_rejected", all.size());
    if (!all.isEmpty()) {
      run.engine().records("new_rejected_blob", RejectedBlob.class, all);
      new NewRows(run).addRejections(run.publication());
    }
  }
}
