package dev.varve.jobs.snapshot;

import dev.varve.inventory.RefusedInput;
import dev.varve.inventory.SnapshotPlan;
import dev.varve.jobs.run.FoundRows;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** What cannot be used of the inputs: refused at a look, or rejected when it was read. */
record SnapshotRejections(FoundRows found) {

  /**
   * Stages the faults of view {@code found_fault}, one a snapshot, and makes view {@code
   * found_rejection} of them.
   *
   * @return how many snapshots that are
   */
  long reject(Publication publication) throws IOException {
    Dataset<Row> rejections = publication.aside("rejections", found.select("snapshot_rejection"));
    rejections.createOrReplaceTempView("found_rejection");
    long rejected = rejections.count();
    if (rejected > 0) {
      rejections.drop("vm", "snapshot").createOrReplaceTempView("found_rejected_blob");
      found.addRejections(publication);
    }
    return rejected;
  }

  /** Stages inputs that hold no disk, and disks whose headers tell that they cannot be read. */
  void refuse(Publication publication, SnapshotPlan plan, List<SnapshotHead> heads)
      throws IOException {
    List<Row> rows = new ArrayList<>();
    for (RefusedInput input : plan.refused()) {
      rows.add(
          row(
              input.location(),
              new SnapshotHead.Fault(input.reason(), input.offset(), input.message())));
    }
    for (SnapshotHead head : heads) {
      SnapshotHead.Fault fault = head.fault();
      if (fault != null) {
        rows.add(row(new SnapshotPart(head.image(), 0, -1, 0, 0).source(), fault));
      }
    }
    found.run().count("snapshots_rejected", rows.size());
    if (!rows.isEmpty()) {
      found
          .run()
          .spark()
          .createDataFrame(rows, Tables.schema("rejected_blob"))
          .createOrReplaceTempView("found_rejected_blob");
      found.addRejections(publication);
    }
  }

  private Row row(String source, SnapshotHead.Fault fault) {
    return RowFactory.create(
        found.run().id(),
        source,
        null,
        fault.reason().name(),
        fault.offset() < 0 ? null : fault.offset(),
        fault.message());
  }
}
