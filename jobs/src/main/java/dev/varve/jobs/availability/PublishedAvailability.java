package dev.varve.jobs.availability;

import dev.varve.availability.ClosedForm;
import dev.varve.jobs.run.ResultRow;
import dev.varve.jobs.table.SqlFiles;
import dev.varve.placement.Redundancy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** The published availabilities: by the closed form, and as printed. */
final class PublishedAvailability {
  static final String SOURCE = "published";

  private static final int MACHINES_PER_RACK = 20;

  private final List<Row> cells;
  private final Map<Setting, Double> figures = new HashMap<>();

  PublishedAvailability(SparkSession spark) {
    cells = spark.sql(SqlFiles.text("published", "published_availability")).collectAsList();
    cells.forEach(cell -> figures.put(setting(cell), cell.getAs("published")));
  }

  /**
   * All that a printed figure was found for: uniform placement, exactly so many failures, and the
   * fleet.
   *
   * @param privateBlocks that an owner touches on average
   * @param popularBlocks likewise
   */
  record Setting(
      String scheme,
      int machines,
      int failed,
      Redundancy redundancy,
      @Nullable Redundancy popularRedundancy,
      long owners,
      double privateBlocks,
      double popularBlocks) {}

  /** A row of table {@code availability_result} for every printed figure. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (Row cell : cells) {
      Setting setting = setting(cell);
      Redundancy popular = setting.popularRedundancy();
      double availability =
          popular == null
              ? ClosedForm.availability(
                  setting.redundancy(),
                  setting.privateBlocks(),
                  setting.machines(),
                  setting.failed())
              : ClosedForm.availability(
                  setting.redundancy(),
                  setting.privateBlocks(),
                  popular,
                  setting.popularBlocks(),
                  setting.machines(),
                  setting.failed());
      rows.add(
          new ResultRow("availability_result")
              .set("source", SOURCE)
              .set("scheme", setting.scheme())
              .set("machines", setting.machines())
              .set("racks", Math.max(1, setting.machines() / MACHINES_PER_RACK))
              .set("correlation", "exactly")
              .set("failed", setting.failed())
              .set("mean_failed", (double) setting.failed())
              .set("placement", "uniform")
              .set("redundancy", setting.redundancy().toString())
              .set("popular_redundancy", popular == null ? null : popular.toString())
              .set("replicas", setting.redundancy().shards())
              .set("popular_replicas", popular == null ? null : popular.shards())
              .set("owners", setting.owners())
              .set("private_blocks", setting.privateBlocks())
              .set("popular_blocks", setting.popularBlocks())
              .set("closed_form", availability)
              .set("mean_form", availability)
              .set("published", cell.getAs("published"))
              .set("trials", 0L)
              .set("placements", 0L)
              .set("vms_lost", setting.owners() * (1 - availability))
              .row());
    }
    return rows;
  }

  /** What was printed for this very setting, if anything was. */
  Optional<Double> figure(Setting setting) {
    return Optional.ofNullable(figures.get(setting));
  }

  private static Setting setting(Row cell) {
    @Nullable Integer popularReplicas = cell.getAs("popular_replicas");
    return new Setting(
        cell.getAs("scheme"),
        cell.<Integer>getAs("machines"),
        cell.<Integer>getAs("failed"),
        Redundancy.replicas(cell.<Integer>getAs("replicas")),
        popularReplicas == null ? null : Redundancy.replicas(popularReplicas),
        cell.<Long>getAs("owners"),
        cell.<Double>getAs("private_blocks"),
        cell.<Double>getAs("popular_blocks"));
  }
}
