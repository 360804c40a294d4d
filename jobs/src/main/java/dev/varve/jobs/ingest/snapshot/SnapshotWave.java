package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.snapshot.SnapshotPart;
import dev.varve.content.snapshot.SnapshotTasks;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.Task;
import dev.varve.jobs.engine.run.Kept;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.ingest.IngestSettings;
import dev.varve.jobs.ingest.NewRows;
import dev.varve.jobs.ingest.Waves;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.table.NewFiles;
import dev.varve.jobs.warehouse.table.Publication;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Snapshots that are read in waves. Those are published of which all parts were read and none was
 * rejected.
 */
record SnapshotWave(
    SnapshotTasks tasks,
    IngestSettings settings,
    SnapshotReading reading,
    RejectedSnapshots rejections,
    SnapshotSightings sightings,
    Run run)
    implements Waves.Wave<SnapshotTasks.Snapshot, List<SnapshotPart>, SnapshotTask.Written> {

  /** Name of a snapshot that is left out. */
  private record Unread(String vm, String snapshot) {}

  /** Sums of a wave, a row of {@code schemas/ingest/snapshot_sums.sql}. */
  private record SnapshotSums(
      long virtualBytes, long zeroBytes, long segments, long chunks, long readBytes) {}

  static final String UNIT = "snapshot";

  /** Snapshots and the bytes of their parts. */
  static Kept kept(List<SnapshotTasks.Snapshot> snapshots) {
    return new Kept(
        UNIT, snapshots.size(), snapshots.stream().mapToLong(SnapshotTasks.Snapshot::bytes).sum());
  }

  @Override
  public List<List<SnapshotPart>> items(List<SnapshotTasks.Snapshot> snapshots) {
    return tasks.tasks(snapshots);
  }

  @Override
  public Task<List<SnapshotPart>, SnapshotTask.Written> task(NewFiles files) {
    return new SnapshotTask(reading, run.id(), files);
  }

  @Override
  public Kept add(
      List<SnapshotTasks.Snapshot> snapshots,
      List<Waves.Ended<List<SnapshotPart>, SnapshotTask.Written>> ended,
      Publication publication)
      throws IOException {
    List<SnapshotTask.Written> written = ended.stream().map(Waves.Ended::result).toList();
    NewRows rows = new NewRows(run);
    rows.makeViews(
        SnapshotTables.COMPARED, written.stream().map(SnapshotTask.Written::compared).toList());
    List<Unread> unread = unread(snapshots, ended);
    leaveOut(unread);
    Set<List<String>> rejected = rejections.reject(publication);
    Set<List<String>> leftOut = new HashSet<>(rejected);
    unread.forEach(one -> leftOut.add(List.of(one.vm(), one.snapshot())));
    publication.add("segment_recipe", recipes(written, leftOut), settings.fileBytes());
    rows.add(publication, "segment", "vm", "snapshot", "position");
    rows.add(publication, "chain_file", "vm", "snapshot", "depth");
    rows.add(publication, "chain_map", "vm", "snapshot", "guest_offset");
    rows.add(publication, "snapshot", "vm", "position", "snapshot");
    rows.add(publication, "vm", "vm");
    List<SnapshotTasks.Snapshot> kept =
        snapshots.stream()
            .filter(one -> !leftOut.contains(List.of(one.vm(), one.snapshot())))
            .toList();
    sightings.add(
        publication,
        kept.stream()
            .flatMap(one -> one.parts().stream().limit(1))
            .map(SnapshotPart::image)
            .toList());
    SnapshotSums sums = run.engine().onlyRow(rows.query("snapshot_sums"), SnapshotSums.class);
    run.count("snapshots_read", snapshots.size() - (long) leftOut.size());
    run.count("snapshots_rejected", rejected.size());
    run.count("virtual_bytes", sums.virtualBytes());
    run.count("zero_bytes", sums.zeroBytes());
    run.count("segments", sums.segments());
    run.count("chunks", sums.chunks());
    run.addReadBytes(sums.readBytes());
    return kept(kept);
  }

  /** Snapshots of which a part was not read, because the run ends early. */
  private static List<Unread> unread(
      List<SnapshotTasks.Snapshot> snapshots,
      List<Waves.Ended<List<SnapshotPart>, SnapshotTask.Written>> ended) {
    Map<List<String>, Long> read =
        ended.stream()
            .flatMap(one -> one.item().subList(0, one.result().parts()).stream())
            .collect(
                Collectors.groupingBy(
                    part -> List.of(part.image().vm(), part.image().snapshot()),
                    Collectors.counting()));
    return snapshots.stream()
        .filter(
            one -> read.getOrDefault(List.of(one.vm(), one.snapshot()), 0L) < one.parts().size())
        .map(one -> new Unread(one.vm(), one.snapshot()))
        .toList();
  }

  /** Removes all rows of these snapshots from the views of the wave. */
  private void leaveOut(List<Unread> unread) throws IOException {
    if (unread.isEmpty()) {
      return;
    }
    run.engine().records("unread_snapshot", Unread.class, unread);
    for (String table : SnapshotTables.COMPARED.keySet()) {
      run.engine()
          .materialize(
              "new_" + table,
              Query.of(
                  "SELECT rows.* FROM new_%s AS rows ANTI JOIN unread_snapshot AS unread ON unread.vm = rows.vm AND unread.snapshot = rows.snapshot"
                      .formatted(table)));
    }
  }

  /** Files with recipes of snapshots that were not rejected, in the order of their rows. */
  private static List<RowFile.Written> recipes(
      List<SnapshotTask.Written> written, Set<List<String>> rejected) {
    List<RowFile.Written> files = new ArrayList<>();
    for (SnapshotTask.Written task : written) {
      for (SnapshotTask.Recipes recipes : task.recipes()) {
        String vm = recipes.vm();
        String snapshot = recipes.snapshot();
        if (vm == null || snapshot == null || !rejected.contains(List.of(vm, snapshot))) {
          files.addAll(recipes.files());
        }
      }
    }
    return files;
  }
}
