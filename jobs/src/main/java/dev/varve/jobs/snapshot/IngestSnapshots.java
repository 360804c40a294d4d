package dev.varve.jobs.snapshot;

import dev.varve.disk.ChunkTrace;
import dev.varve.disk.DiskSources;
import dev.varve.disk.SnapshotImage;
import dev.varve.disk.SnapshotPlan;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoundRows;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.RunRecord;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Writing;
import dev.varve.jobs.table.HadoopStore;
import dev.varve.jobs.table.Locations;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import dev.varve.model.MalformedBlobException;
import dev.varve.snapshot.SnapshotHead;
import dev.varve.snapshot.SnapshotPlaces;
import dev.varve.snapshot.SnapshotTasks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;

/**
 * Disks into segment recipes: headers first, then every snapshot that the warehouse does not hold
 * yet, split over tasks by ranges of segments, in waves that are published one by one.
 */
public final class IngestSnapshots {
  private final SparkSession spark;
  private final Settings settings;
  private final Reporter reporter;

  /** Reports progress and waiting to {@code reporter}. */
  public IngestSnapshots(SparkSession spark, Settings settings, Reporter reporter) {
    this.spark = spark;
    this.settings = settings;
    this.reporter = reporter;
  }

  /**
   * Reads the inputs into the warehouse.
   *
   * @throws NoInputException when an input is not there, or none holds a disk, not even a bad one
   * @throws InvalidSettingsException when the warehouse has another chunker or fingerprint
   */
  public RunSummary run(List<String> inputs, String location) throws IOException {
    SnapshotPlan plan = plan(spark, inputs);
    Warehouse warehouse = new Warehouse(spark, location);
    try (WarehouseWriter writer = Writing.to(warehouse, settings, reporter)) {
      RunRecord run =
          new RunRecord("ingest snapshots", settings, Map.of("inputs", String.join(" ", inputs)));
      SnapshotReading reading = reading(plan);
      keep(reading, writer);
      List<SnapshotPlaces.Published> published =
          RowReader.all(
              warehouse.table("snapshot").select("vm", "snapshot", "position", "virtual_bytes"),
              SnapshotPlaces.Published.class);
      List<SnapshotImage> fresh = SnapshotPlaces.fresh(plan.images(), published);
      run.count("snapshots_found", plan.images().size() + (long) plan.refused().size());
      reporter.note("reading headers");
      SnapshotStreams streams = new SnapshotStreams(spark);
      List<SnapshotHead> heads = streams.heads(fresh, plan.roots(), settings.diskBytes());
      List<SnapshotHead> held =
          streams.heads(
              SnapshotPlaces.held(plan.images(), fresh), plan.roots(), settings.diskBytes());
      List<SnapshotHead> changed = SnapshotPlaces.changed(held, published);
      run.count("snapshots_skipped", held.size() - (long) changed.size());
      SnapshotTasks tasks = new SnapshotTasks(settings.rangeBytes(), settings.publishBytes());
      segments(tasks.waves(heads, held), streams, reading, writer, run);
      Publication last = writer.publication(run.runId() + "-refused");
      List<SnapshotHead> refused = new ArrayList<>(heads);
      refused.addAll(changed);
      new SnapshotRejections(new FoundRows(spark, warehouse), run).refuse(last, plan, refused);
      last.addMissing("rejected_blob");
      run.addTo(last, warehouse, spark, true);
      last.commit();
      return RunSummary.of(run);
    }
  }

  /** Finds the disks in the inputs. */
  static SnapshotPlan plan(SparkSession spark, List<String> inputs) throws IOException {
    Configuration hadoop = spark.sparkContext().hadoopConfiguration();
    HadoopStore store = new HadoopStore(hadoop);
    List<String> locations = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String input : inputs) {
      String location = Locations.of(input, hadoop).toString();
      if (store.find(location).isEmpty()) {
        missing.add(input);
      }
      locations.add(location);
    }
    if (!missing.isEmpty()) {
      throw NoInputException.noDisks(missing);
    }
    SnapshotPlan plan = DiskSources.plan(store, locations);
    if (plan.images().isEmpty() && plan.refused().isEmpty()) {
      throw NoInputException.noDisks(inputs);
    }
    return plan;
  }

  /** Traces bring their chunks along, and tell by what digest. */
  private SnapshotReading reading(SnapshotPlan plan) throws IOException {
    List<SnapshotImage> traces =
        plan.images().stream().filter(image -> image.format().isTrace()).toList();
    if (traces.isEmpty()) {
      return new SnapshotReading(plan.roots(), settings.chunker(), settings.fingerprint());
    }
    if (traces.size() < plan.images().size()) {
      throw new InvalidSettingsException(
          List.of(
              "the inputs hold disks and chunk traces, whose chunks were cut in different ways: use"
                  + " a warehouse of its own for each"));
    }
    HadoopStore store = new HadoopStore(spark.sparkContext().hadoopConfiguration());
    for (SnapshotImage image : traces) {
      try (ChunkTrace trace = ChunkTrace.open(store, image)) {
        if (trace.next() != null) {
          String algorithm = String.valueOf(trace.algorithm());
          return new SnapshotReading(plan.roots(), Warehouse.TRACE, algorithm);
        }
      } catch (MalformedBlobException e) {
        reporter.note("not readable, and to be rejected: " + image.location());
      }
    }
    return new SnapshotReading(plan.roots(), Warehouse.TRACE, settings.fingerprint());
  }

  private static void keep(SnapshotReading reading, WarehouseWriter writer) throws IOException {
    String place = "the warehouse " + writer.warehouse().location();
    List<String> faults = new ArrayList<>();
    String kept = writer.warehouse().fingerprint().orElse(reading.fingerprint());
    if (!kept.equals(reading.fingerprint())) {
      faults.add(
          "%s holds %s fingerprints, not %s: use a warehouse of its own for them%s"
              .formatted(
                  place,
                  kept,
                  reading.fingerprint(),
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
      writer.keepFingerprint(reading.fingerprint());
    }
    if (writer.warehouse().chunker().isEmpty()) {
      writer.keepChunker(reading.chunker());
    }
  }

  private void segments(
      List<SnapshotTasks.Wave> waves,
      SnapshotStreams streams,
      SnapshotReading reading,
      WarehouseWriter writer,
      RunRecord run)
      throws IOException {
    long total = waves.stream().mapToLong(SnapshotTasks.Wave::bytes).sum();
    LongAccumulator readBytes = spark.sparkContext().longAccumulator("read bytes");
    try (Reporter.Phase phase = reporter.phase(spark, "reading disks", total, readBytes)) {
      for (int number = 0; number < waves.size(); number++) {
        SnapshotTasks.Wave wave = waves.get(number);
        Publication publication = writer.publication(String.format("%s-%04d", run.runId(), number));
        Dataset<Row> stream =
            publication.aside("segments", streams.rows(wave, reading, run.runId(), readBytes));
        publish(wave, stream, publication, writer.warehouse(), run);
      }
    }
  }

  /** What a wave adds, a row of {@code schemas/ingest/snapshot_sums.sql}. */
  private record SnapshotSums(
      long virtualBytes, long zeroBytes, long segments, long chunks, long readBytes) {}

  private void publish(
      SnapshotTasks.Wave wave,
      Dataset<Row> stream,
      Publication publication,
      Warehouse warehouse,
      RunRecord run)
      throws IOException {
    FoundRows found = new FoundRows(spark, warehouse);
    found.show(SnapshotTables.WIDE, stream, "fault");
    for (String table : List.of("segment_recipe", "segment", "snapshot")) {
      found.show(SnapshotTables.WIDE, stream, table);
    }
    long rejected = new SnapshotRejections(found, run).reject(publication);
    int files = 1 + (int) (publication.asideBytes("segments") / settings.fileBytes());
    found.add(publication, "segment_recipe", files, "vm", "snapshot", "segment");
    found.add(publication, "segment", files, "vm", "snapshot", "position");
    found.add(publication, "snapshot", 1, "vm", "position", "snapshot");
    warehouse.table("vm").createOrReplaceTempView("vm");
    found.add(publication, "vm", 1, "vm");
    SnapshotSums sums = RowReader.first(found.select("snapshot_sums"), SnapshotSums.class);
    run.count("snapshots_read", wave.snapshots() - rejected);
    run.count("snapshots_rejected", rejected);
    run.count("virtual_bytes", sums.virtualBytes());
    run.count("zero_bytes", sums.zeroBytes());
    run.count("segments", sums.segments());
    run.count("chunks", sums.chunks());
    run.addReadBytes(sums.readBytes());
    run.addTo(publication, warehouse, spark, false);
    publication.commit();
  }
}
