package dev.varve.jobs.snapshot;

import dev.varve.inventory.SnapshotImage;
import dev.varve.inventory.SnapshotPlan;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.found.FoundRows;
import dev.varve.jobs.parquet.StagedStream;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import dev.varve.snapshot.FileShare;
import dev.varve.snapshot.SnapshotHead;
import dev.varve.snapshot.SnapshotPlaces;
import dev.varve.snapshot.SnapshotTasks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.util.LongAccumulator;

/**
 * Ingests disks into segment recipes: headers first, then every snapshot that the warehouse does
 * not hold yet, split over tasks by ranges of segments, in waves that are published one by one.
 */
public final class IngestSnapshots {
  private static final int MOST_SAID = 5;

  /** Tables that what a wave found is compared with. */
  private static final List<String> KNOWN = List.of("vm", "rejected_blob");

  private final SnapshotSettings settings;

  /** Reads disks as the settings say. */
  public IngestSnapshots(SnapshotSettings settings) {
    this.settings = settings;
  }

  /**
   * Reads the inputs into the warehouse.
   *
   * @throws NoInputException when an input is not there, or none holds a disk, not even a bad one
   * @throws InvalidSettingsException when the warehouse has another chunker or fingerprint
   */
  public RunSummary run(Runs runs, List<String> inputs, String location) throws IOException {
    FoundRows.loadAhead();
    SnapshotSources sources = SnapshotSources.find(runs, inputs, settings, location);
    return runs.run(
        "ingest snapshots",
        Map.of("inputs", String.join(" ", inputs)),
        location,
        run -> ingest(sources.plan(), sources.reading(), run));
  }

  private void ingest(SnapshotPlan plan, SnapshotReading reading, Run run) throws IOException {
    keep(reading, run.writer());
    List<SnapshotPlaces.Published> published =
        RowReader.all(
            run.warehouse().table("snapshot").select("vm", "snapshot", "position", "virtual_bytes"),
            SnapshotPlaces.Published.class);
    List<SnapshotImage> fresh = SnapshotPlaces.fresh(plan.images(), published);
    run.count("snapshots_found", plan.images().size() + (long) plan.refused().size());
    noteTwice(plan.images(), run);
    run.note("reading headers");
    SnapshotStreams streams = new SnapshotStreams(run.spark());
    long most = settings.diskBytes();
    List<SnapshotHead> held =
        streams.heads(SnapshotPlaces.held(plan.images(), fresh), plan.roots(), most);
    List<SnapshotHead> heads =
        FileShare.limited(streams.sound(fresh, plan.roots(), most), held, most);
    List<SnapshotHead> changed = SnapshotPlaces.changed(held, published);
    run.count("snapshots_skipped", held.size() - (long) changed.size());
    SnapshotTasks tasks = new SnapshotTasks(settings.rangeBytes(), settings.publishBytes());
    segments(
        tasks.waves(heads, held, settings.choice().of(heads, plan.roots())), streams, reading, run);
    List<SnapshotHead> refused = new ArrayList<>(heads);
    refused.addAll(changed);
    SnapshotRejections.refuse(run, plan, refused);
  }

  /** A folder and a file in it may both be inputs; the file is a snapshot of two VMs then. */
  private static void noteTwice(List<SnapshotImage> images, Run run) {
    Map<String, SnapshotImage> seen = new HashMap<>();
    int said = 0;
    for (SnapshotImage image : images) {
      SnapshotImage other = seen.putIfAbsent(image.source(), image);
      if (other != null && said++ < MOST_SAID) {
        run.note(
            "%s counts twice, as %s of %s and %s of %s"
                .formatted(
                    image.source(), other.snapshot(), other.vm(), image.snapshot(), image.vm()));
      }
    }
  }

  private static void keep(SnapshotReading reading, WarehouseWriter writer) throws IOException {
    String place = "the warehouse " + writer.warehouse().location();
    List<String> faults = new ArrayList<>();
    String asked = reading.fingerprint().name();
    String kept = writer.warehouse().fingerprint().orElse(asked);
    if (!kept.equals(asked)) {
      faults.add(
          "%s holds %s fingerprints, not %s: use a warehouse of its own for them%s"
              .formatted(
                  place,
                  kept,
                  asked,
                  reading.chunker().equals(Warehouse.TRACE)
                      ? ""
                      : ", or --set ingest.fingerprint=" + kept));
    }
    String cut = writer.warehouse().chunker().orElse(reading.chunker());
    if (!cut.equals(reading.chunker())) {
      boolean traces = cut.equals(Warehouse.TRACE) || reading.chunker().equals(Warehouse.TRACE);
      faults.add(
          "%s holds chunks of %s, not of %s: use a warehouse of its own for them%s"
              .formatted(place, cut, reading.chunker(), traces ? "" : ", or --chunker " + cut));
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    if (writer.warehouse().fingerprint().isEmpty()) {
      writer.keepFingerprint(asked);
    }
    if (writer.warehouse().chunker().isEmpty()) {
      writer.keepChunker(reading.chunker());
    }
  }

  private void segments(
      List<SnapshotTasks.Wave> waves, SnapshotStreams streams, SnapshotReading reading, Run run)
      throws IOException {
    long total = waves.stream().mapToLong(SnapshotTasks.Wave::bytes).sum();
    LongAccumulator readBytes = run.spark().sparkContext().longAccumulator(Run.READ_BYTES);
    try (Reporter.Phase phase = run.phase("reading disks", total, readBytes)) {
      for (SnapshotTasks.Wave wave : waves) {
        Publication publication = run.wave();
        run.fit(wave.bytes());
        StagedStream stream =
            publication.stream(
                "segments", SnapshotTables.WIDE, streams.rows(wave, reading, run.id(), readBytes));
        publish(wave, stream, publication, run);
      }
    }
  }

  /** Sums of a wave, a row of {@code schemas/ingest/snapshot_sums.sql}. */
  private record SnapshotSums(
      long virtualBytes, long zeroBytes, long segments, long chunks, long readBytes) {}

  private void publish(
      SnapshotTasks.Wave wave, StagedStream stream, Publication publication, Run run)
      throws IOException {
    int files = 1 + (int) (stream.bytes() / settings.fileBytes());
    try (FoundRows found = FoundRows.open(run, stream, KNOWN, files)) {
      add(wave, stream, found, files, publication);
    }
    run.publish(publication);
  }

  private static void add(
      SnapshotTasks.Wave wave,
      StagedStream stream,
      FoundRows found,
      int files,
      Publication publication)
      throws IOException {
    for (String table :
        List.of("fault", "segment_recipe", "segment", "snapshot", "chain_file", "chain_map")) {
      found.show(stream, table);
    }
    long rejected = new SnapshotRejections(found).reject(publication);
    found.showPublished("vm");
    publication.addAll(
        List.of(
            found.addition("segment_recipe", files, "vm", "snapshot", "segment"),
            found.addition("segment", files, "vm", "snapshot", "position"),
            found.addition("chain_file", 1, "vm", "snapshot", "depth"),
            found.addition("chain_map", files, "vm", "snapshot", "guest_offset"),
            found.addition("snapshot", 1, "vm", "position", "snapshot"),
            found.addition("vm", 1, "vm")));
    SnapshotSums sums = found.one("snapshot_sums", SnapshotSums.class);
    Run run = found.run();
    run.count("snapshots_read", wave.snapshots() - rejected);
    run.count("snapshots_rejected", rejected);
    run.count("virtual_bytes", sums.virtualBytes());
    run.count("zero_bytes", sums.zeroBytes());
    run.count("segments", sums.segments());
    run.count("chunks", sums.chunks());
    run.addReadBytes(sums.readBytes());
  }
}
