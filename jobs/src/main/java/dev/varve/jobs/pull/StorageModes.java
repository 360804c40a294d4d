package dev.varve.jobs.pull;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.Run;
import dev.varve.slice.StorageRatio;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** Table {@code pull_storage}. */
final class StorageModes {
  private StorageModes() {}

  /** The row of {@code schemas/simulate/pull_storage.sql}. */
  private record Sums(
      long layerBytes,
      long fileBytes,
      long framingBytes,
      long popularWholeBytes,
      long popularFileBytes,
      long popularFramingBytes) {}

  /**
   * The rows of all modes.
   *
   * @param run with the views {@code arrived_layer} and {@code pull_asked}
   */
  static List<Row> of(Run run, PullSettings.Storage settings) {
    String tops = settings.popular().stream().map(String::valueOf).collect(Collectors.joining(","));
    Sums sums =
        RowReader.first(
            run.select(
                "simulate", "pull_storage", Map.of("tops", tops, "replicas", settings.replicas())),
            Sums.class);
    int replicas = settings.replicas();
    double dedupRatio = (double) sums.layerBytes() / (sums.fileBytes() + sums.framingBytes());
    List<Row> rows = new ArrayList<>();
    for (int whole = 0; whole <= replicas; whole++) {
      rows.add(
          row(
              "whole-" + whole,
              replicas,
              sums.layerBytes(),
              new Stored(
                  whole * sums.layerBytes(),
                  (replicas - whole) * sums.fileBytes(),
                  (replicas - whole) * sums.framingBytes()),
              StorageRatio.of(replicas, whole, dedupRatio)));
    }
    rows.add(
        row(
            "popular",
            replicas,
            sums.layerBytes(),
            new Stored(
                sums.popularWholeBytes(), sums.popularFileBytes(), sums.popularFramingBytes()),
            null));
    rows.add(
        row(
            "erasure-coded",
            replicas,
            sums.layerBytes(),
            new Stored(0, coded(sums.fileBytes(), settings), coded(sums.framingBytes(), settings)),
            null));
    return rows;
  }

  private record Stored(long whole, long files, long framing) {
    long bytes() {
      return whole + files + framing;
    }
  }

  private static long coded(long bytes, PullSettings.Storage settings) {
    int shards = settings.dataShards() + settings.parityShards();
    return Math.round((double) bytes * shards / settings.dataShards());
  }

  private static Row row(
      String name, int replicas, long layerBytes, Stored stored, @Nullable Double closedForm) {
    return PullTables.STORAGE.row(
        new PullTables.StorageRow(
            name,
            replicas,
            layerBytes,
            stored.whole(),
            stored.files(),
            stored.framing(),
            stored.bytes(),
            stored.bytes() == 0 ? null : (double) replicas * layerBytes / stored.bytes(),
            closedForm == null || closedForm.isNaN() ? null : closedForm));
  }
}
