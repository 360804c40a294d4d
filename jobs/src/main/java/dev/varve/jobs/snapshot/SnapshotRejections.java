package dev.varve.jobs.snapshot;

import dev.varve.inventory.RefusedInput;
import dev.varve.inventory.SnapshotPlan;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.run.FoundRows;
import dev.varve.jobs.run.RejectedBlob;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import dev.varve.snapshot.SnapshotHead;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Inputs that cannot be used: refused when they were listed, or rejected when they were read. */
record SnapshotRejections(FoundRows found) {
  private static final RowBinder<RejectedBlob> ROWS =
      Tables.rows("rejected_blob", RejectedBlob.class);

  /**
   * Stages the faults of view {@code found_fault}, one a snapshot, and makes view {@code
   * found_rejection} of them.
   *
   * @return the number of rejected snapshots
   */
  long reject(Publication publication) throws IOException {
    Dataset<Row> rejections =
        publication.materialize("rejections", found.select("snapshot_rejection"));
    rejections.createOrReplaceTempView("found_rejection");
    long rejected = rejections.count();
    if (rejected > 0) {
      rejections.drop("vm", "snapshot").createOrReplaceTempView("found_rejected_blob");
      found.addRejections(publication);
    }
    return rejected;
  }

  /** Stages inputs that hold no disk, and disks that cannot be read according to their headers. */
  void refuse(Publication publication, SnapshotPlan plan, List<SnapshotHead> heads)
      throws IOException {
    List<Row> rows = new ArrayList<>();
    for (RefusedInput input : plan.refused()) {
      rows.add(
          ROWS.row(
              new RejectedBlob(
                  found.run().id(),
                  input.location(),
                  null,
                  input.reason(),
                  RejectedBlob.place(input.offset()),
                  input.message())));
    }
    for (SnapshotHead head : heads) {
      SnapshotHead.Fault fault = head.fault();
      if (fault != null) {
        rows.add(ROWS.row(SnapshotTables.rejected(found.run().id(), head.source(), fault)));
      }
    }
    found.run().count("snapshots_rejected", rows.size());
    if (!rows.isEmpty()) {
      found
          .run()
          .spark()
          .createDataFrame(rows, ROWS.schema())
          .createOrReplaceTempView("found_rejected_blob");
      found.addRejections(publication);
    }
  }
}
