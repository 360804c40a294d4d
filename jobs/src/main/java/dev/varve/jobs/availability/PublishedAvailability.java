package dev.varve.jobs.availability;

import dev.varve.availability.ClosedForm;
import dev.varve.jobs.run.ResultRow;
import dev.varve.jobs.table.SqlFiles;
import dev.varve.placement.Redundancy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The published availabilities: by the closed form, and as printed. */
final class PublishedAvailability {
  static final String SOURCE = "published";

  /** The published fleet: 2,500 VMs on 100 machines. */
  private static final long VMS_PER_MACHINE = 25;

  private static final int MACHINES_PER_RACK = 20;

  private final List<Row> cells;

  PublishedAvailability(SparkSession spark) {
    cells = spark.sql(SqlFiles.text("simulate", "published_availability")).collectAsList();
  }

  /** A row of table {@code availability_result} for every printed figure. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (Row cell : cells) {
      String scheme = cell.getAs("scheme");
      int machines = cell.getAs("machines");
      int failed = cell.getAs("failed");
      Redundancy redundancy = Redundancy.replicas(cell.getAs("replicas"));
      Integer popularReplicas = cell.getAs("popular_replicas");
      double blocks = cell.getAs("private_blocks");
      double popularBlocks = cell.getAs("popular_blocks");
      double availability =
          popularReplicas == null
              ? ClosedForm.availability(redundancy, blocks, machines, failed)
              : ClosedForm.availability(
                  redundancy,
                  blocks,
                  Redundancy.replicas(popularReplicas),
                  popularBlocks,
                  machines,
                  failed);
      long owners = scheme.equals("block") ? 1 : VMS_PER_MACHINE * machines;
      rows.add(
          new ResultRow("availability_result")
              .set("source", SOURCE)
              .set("scheme", scheme)
              .set("machines", machines)
              .set("racks", Math.max(1, machines / MACHINES_PER_RACK))
              .set("correlation", "exactly")
              .set("failed", failed)
              .set("mean_failed", (double) failed)
              .set("placement", "uniform")
              .set("redundancy", redundancy.toString())
              .set("popular_redundancy", popularReplicas == null ? null : "" + popularReplicas)
              .set("replicas", redundancy.shards())
              .set("popular_replicas", popularReplicas)
              .set("owners", owners)
              .set("private_blocks", blocks)
              .set("popular_blocks", popularBlocks)
              .set("closed_form", availability)
              .set("mean_form", availability)
              .set("published", cell.getAs("published"))
              .set("trials", 0L)
              .set("placements", 0L)
              .set("vms_lost", owners * (1 - availability))
              .row());
    }
    return rows;
  }

  /** What was printed for a setting of uniform placement and exactly so many failures. */
  Optional<Double> figure(
      String scheme, int machines, int failed, String redundancy, String popularRedundancy) {
    return cells.stream()
        .filter(
            cell ->
                cell.<String>getAs("scheme").equals(scheme)
                    && cell.<Integer>getAs("machines") == machines
                    && cell.<Integer>getAs("failed") == failed
                    && String.valueOf(cell.<Integer>getAs("replicas")).equals(redundancy)
                    && String.valueOf(cell.<Integer>getAs("popular_replicas"))
                        .equals(popularRedundancy))
        .map(cell -> cell.<Double>getAs("published"))
        .findFirst();
  }
}
