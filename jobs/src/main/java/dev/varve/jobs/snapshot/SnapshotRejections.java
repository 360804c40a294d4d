package dev.varve.jobs.snapshot;

import dev.varve.inventory.RefusedInput;
import dev.varve.inventory.SnapshotPlan;
import dev.varve.jobs.found.FoundRows;
import dev.varve.jobs.parquet.StagedStream;
import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.run.RejectedBlob;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import dev.varve.snapshot.SnapshotHead;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Inputs that cannot be used: refused when they were listed, or rejected when they were read. */
record SnapshotRejections(FoundRows found) {
  private static final WideRow WIDE = new WideRow(Tables.rows("rejected_blob", RejectedBlob.class));

  /**
   * Stages the faults of view {@code found_fault}, one a snapshot, and makes view {@code
   * found_rejection} of them.
   *
   * @return the number of rejected snapshots
   */
  long reject(Publication publication) throws IOException {
    found.keep(publication, "found_rejection", "snapshot_rejection");
    long rejected = found.count("rejected_snapshot");
    if (rejected > 0) {
      found.showQuery("found_rejected_blob", "rejected_snapshot", Map.of());
      found.addRejections(publication);
    }
    return rejected;
  }

  /** Stages inputs that hold no disk, and disks that cannot be read according to their headers. */
  static void refuse(Run run, SnapshotPlan plan, List<SnapshotHead> heads) throws IOException {
    List<RejectedBlob> all = new ArrayList<>();
    for (RefusedInput input : plan.refused()) {
      all.add(
          new RejectedBlob(
              run.id(),
              input.location(),
              null,
              input.reason(),
              RejectedBlob.place(input.offset()),
              input.message()));
    }
    for (SnapshotHead head : heads) {
      SnapshotHead.Fault fault = head.fault();
      if (fault != null) {
        all.add(SnapshotTables.rejected(run.id(), head.source(), fault));
      }
    }
    run.count("snapshots_rejected", all.size());
    if (!all.isEmpty()) {
      StagedStream refused =
          run.publication().stream(
              "refused", WIDE, taker -> all.forEach(one -> taker.accept(WIDE.row(one))));
      try (FoundRows rows = FoundRows.open(run, refused, List.of("rejected_blob"), 1)) {
        rows.addRejections(run.publication(), refused);
      }
    }
  }
}
