package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.snapshot.InternalSnapshotLimit;
import dev.varve.content.snapshot.SnapshotHead;
import dev.varve.content.snapshot.SnapshotPlaces;
import dev.varve.content.snapshot.SnapshotTasks;
import dev.varve.input.disk.OvaFolders;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.ingest.Waves;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import dev.varve.jobs.warehouse.table.WarehouseWriter;
import dev.varve.model.ByteStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Ingests disks into segment recipes. Headers come first, then every snapshot that the warehouse
 * does not contain yet, or whose files have changed since, split over tasks by ranges of segments,
 * in waves that are published one by one.
 */
public final class IngestSnapshots {
  private static final int MAX_PRINTED = 5;

  private final SnapshotSettings settings;

  /** Reads disks as the settings say. */
  public IngestSnapshots(SnapshotSettings settings) {
    this.settings = settings;
  }

  /**
   * Reads the inputs into the warehouse.
   *
   * @throws NoInputException when an input is not there, or none contains a disk, not even a bad
   *     one
   * @throws InvalidSettingsException when the warehouse has another chunker or fingerprint
   */
  public RunSummary run(Runs runs, List<String> inputs, String location) throws IOException {
    runs.beginUnread(SnapshotWave.UNIT);
    SnapshotSources sources = SnapshotSources.find(runs, inputs, settings, location);
    return runs.execute(
        "ingest snapshots",
        Map.of("inputs", String.join(" ", inputs)),
        location,
        run -> {
          begin(sources.reading(), run);
          List<String> locations = located(runs.store()::qualified, inputs);
          ingest(sources.plan(), sources.reading(), locations, run);
        });
  }

  /**
   * Reads the disks inside of the images of the inputs, which are those of {@code ingest registry}.
   * The tables are those of {@link #run}.
   *
   * @throws NoInputException when an input has no images
   * @throws InvalidSettingsException when the warehouse has another chunker or fingerprint
   */
  public RunSummary runImages(Runs runs, List<String> inputs, String location) throws IOException {
    runs.beginUnread(SnapshotWave.UNIT);
    DisksInImages disks = DisksInImages.find(runs, inputs, settings);
    return runs.execute(
        "ingest snapshots",
        Map.of("inputs", String.join(" ", inputs), "disks_in_images", "true"),
        location,
        run -> {
          begin(disks.reading(), run);
          List<String> locations = located(settings.access().store(runs.store())::location, inputs);
          ingest(disks.plan(run), disks.reading(), locations, run);
        });
  }

  private interface Locating {
    String of(String input) throws IOException;
  }

  private static List<String> located(Locating locating, List<String> inputs) throws IOException {
    List<String> locations = new ArrayList<>();
    for (String input : inputs) {
      locations.add(locating.of(input));
    }
    return locations;
  }

  private void ingest(SnapshotPlan found, SnapshotReading reading, List<String> locations, Run run)
      throws IOException {
    run.reads(locations);
    List<SnapshotPlaces.Published> published =
        run.engine().all(Query.of("SELECT * FROM snapshot"), SnapshotPlaces.Published.class);
    List<SnapshotPlaces.Seen> seen =
        run.engine().all(Query.of("SELECT * FROM snapshot_sighting"), SnapshotPlaces.Seen.class);
    SnapshotPlaces places = new SnapshotPlaces(published, seen, found::place, run.startedAt());
    SnapshotPlan plan = places.withoutNamesOfVersions(found);
    run.count("snapshots_found", plan.images().size() + (long) plan.refused().size());
    noteDuplicates(plan.images(), run);
    run.note("reading headers");
    long maxBytes = settings.diskBytes();
    SnapshotHeads headers = new SnapshotHeads(run.engine(), plan.roots(), maxBytes);
    ByteStore files = new OvaFolders(run.store());
    Predicate<String> isThere = location -> SnapshotSightings.mayBeAt(files, location);
    List<SnapshotHead> known =
        new ArrayList<>(places.cameBack(headers.read(places.known(plan.images())), isThere));
    List<SnapshotHead> changed = places.changed(known, isThere);
    known.removeAll(changed);
    List<SnapshotHead> unusable = new ArrayList<>(places.resized(known));
    known.stream().filter(head -> head.fault() != null).forEach(unusable::add);
    run.count("snapshots_skipped", known.size() - (long) unusable.size());
    SnapshotPlan placed = plan.withImages(places.placed(plan.images(), changed));
    List<SnapshotHead> heads =
        InternalSnapshotLimit.limited(
            headers.check(places.unread(placed.images()), run::note), known, maxBytes);
    SnapshotTasks tasks = new SnapshotTasks(settings.ingest().rangeBytes());
    RejectedSnapshots rejections = new RejectedSnapshots(run);
    SnapshotSightings sightings = new SnapshotSightings(run, locations, placed, published, seen);
    SnapshotWave wave =
        new SnapshotWave(tasks, settings.ingest(), reading, rejections, sightings, run);
    List<SnapshotTasks.Snapshot> planned =
        tasks.snapshots(heads, known, settings.choice().choose(heads, plan.roots()));
    new Waves<>(run, settings.ingest(), SnapshotTasks.Snapshot::bytes, wave)
        .read("reading disks", planned, SnapshotWave.kept(planned));
    List<SnapshotHead> refused = new ArrayList<>(heads);
    refused.addAll(unusable);
    rejections.refuse(plan, refused);
    List<SnapshotHead> whole = new ArrayList<>(known);
    whole.addAll(heads);
    sightings.addLast(whole, rejections.sources());
  }

  /**
   * Notes files that are snapshots of two VMs, because a folder and a file in it were both named as
   * inputs.
   */
  private static void noteDuplicates(List<SnapshotImage> images, Run run) {
    Map<String, SnapshotImage> seen = new HashMap<>();
    int noted = 0;
    for (SnapshotImage image : images) {
      SnapshotImage other = seen.putIfAbsent(image.source(), image);
      if (other != null && noted++ < MAX_PRINTED) {
        run.note(
            "%s counts twice, as %s of %s and %s of %s"
                .formatted(
                    image.source(), other.snapshot(), other.vm(), image.snapshot(), image.vm()));
      }
    }
  }

  /**
   * Shows the snapshots of the warehouse; fails if they were cut by another chunker or
   * fingerprinted by another rule.
   */
  private static void begin(SnapshotReading reading, Run run) throws IOException {
    requireSameRules(reading, run.writer());
    run.registerTables(List.of("snapshot", "snapshot_sighting"));
  }

  private static void requireSameRules(SnapshotReading reading, WarehouseWriter writer)
      throws IOException {
    String warehouse = "the warehouse " + writer.warehouse().location();
    List<String> faults = new ArrayList<>();
    String configured = reading.fingerprint().name();
    String storedFingerprint = writer.warehouse().fingerprint().orElse(configured);
    if (!storedFingerprint.equals(configured)) {
      faults.add(
          "%s stores %s fingerprints, not %s: use a warehouse of its own for them%s"
              .formatted(
                  warehouse,
                  storedFingerprint,
                  configured,
                  reading.chunker().equals(WarehouseFiles.TRACE)
                      ? ""
                      : ", or --set ingest.fingerprint=" + storedFingerprint));
    }
    String storedChunker = writer.warehouse().chunker().orElse(reading.chunker());
    if (!storedChunker.equals(reading.chunker())) {
      boolean traces =
          storedChunker.equals(WarehouseFiles.TRACE)
              || reading.chunker().equals(WarehouseFiles.TRACE);
      faults.add(
          "%s stores chunks of %s, not of %s: use a warehouse of its own for them%s"
              .formatted(
                  warehouse,
                  storedChunker,
                  reading.chunker(),
                  traces ? "" : ", or --chunker " + storedChunker));
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    if (writer.warehouse().fingerprint().isEmpty()) {
      writer.keepFingerprint(configured);
    }
    if (writer.warehouse().chunker().isEmpty()) {
      writer.keepChunker(reading.chunker());
    }
  }
}
