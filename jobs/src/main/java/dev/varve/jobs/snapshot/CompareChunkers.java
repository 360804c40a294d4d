package dev.varve.jobs.snapshot;

import dev.varve.disk.SnapshotPlan;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.run.FoundRows;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.RunRecord;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Writing;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import dev.varve.snapshot.SnapshotHead;
import dev.varve.snapshot.SnapshotPart;
import dev.varve.snapshot.SnapshotTasks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;

/** Reads disks once, cuts them by several chunkers, and keeps the counts alone. */
public final class CompareChunkers {
  private final SparkSession spark;
  private final Settings settings;
  private final Reporter reporter;

  /** Reports progress and waiting to {@code reporter}. */
  public CompareChunkers(SparkSession spark, Settings settings, Reporter reporter) {
    this.spark = spark;
    this.settings = settings;
    this.reporter = reporter;
  }

  /**
   * Replaces table {@code chunker_result}. The warehouse keeps its chunker, or none.
   *
   * @param chunkers names that are known
   * @throws NoInputException when an input is not there, or none holds a disk
   * @throws InvalidSettingsException when an input is a chunk trace, which nothing can cut
   */
  public RunSummary run(List<String> inputs, List<String> chunkers, String location)
      throws IOException {
    SnapshotPlan plan = IngestSnapshots.plan(spark, inputs);
    if (plan.images().stream().anyMatch(image -> image.format().isTrace())) {
      throw new InvalidSettingsException(
          List.of("a chunk trace has no bytes that chunkers could be compared on"));
    }
    Warehouse warehouse = new Warehouse(spark, location);
    try (WarehouseWriter writer = Writing.to(warehouse, settings, reporter)) {
      RunRecord run =
          new RunRecord(
              "compare chunkers",
              settings,
              Map.of("inputs", String.join(" ", inputs), "chunkers", String.join(",", chunkers)));
      SnapshotReading reading =
          new SnapshotReading(plan.roots(), String.join(",", chunkers), settings.fingerprint());
      SnapshotStreams streams = new SnapshotStreams(spark);
      List<SnapshotHead> heads = streams.heads(plan.images(), plan.roots(), settings.diskBytes());
      run.count("snapshots_found", plan.images().size());
      Publication publication = writer.publication(run.runId());
      compare(heads, streams, reading, chunkers, publication, warehouse, run);
      Publication last = writer.publication(run.runId() + "-refused");
      new SnapshotRejections(new FoundRows(spark, warehouse), run).refuse(last, plan, heads);
      run.addTo(last, warehouse, spark, true);
      last.commit();
      return RunSummary.of(run);
    }
  }

  private void compare(
      List<SnapshotHead> heads,
      SnapshotStreams streams,
      SnapshotReading reading,
      List<String> chunkers,
      Publication publication,
      Warehouse warehouse,
      RunRecord run)
      throws IOException {
    List<SnapshotTasks.Wave> waves =
        new SnapshotTasks(settings.rangeBytes(), settings.publishBytes()).waves(heads, List.of());
    long total = waves.stream().mapToLong(SnapshotTasks.Wave::bytes).sum();
    LongAccumulator readBytes = spark.sparkContext().longAccumulator("read bytes");
    FoundRows found = new FoundRows(spark, warehouse);
    try (Reporter.Phase phase = reporter.phase(spark, "cutting disks", total, readBytes)) {
      List<List<SnapshotPart>> tasks = waves.stream().flatMap(w -> w.tasks().stream()).toList();
      Dataset<Row> stream =
          publication.aside(
              "chunks", streams.chunkers(tasks, reading, chunkers, run.runId(), readBytes));
      for (String table : List.of("chunk", "sum", "fault")) {
        found.show(ChunkerRows.WIDE, stream, table);
      }
    }
    run.count("snapshots_rejected", new SnapshotRejections(found, run).reject(publication));
    Dataset<Row> results = publication.aside("results", found.select("chunker_result"));
    Dataset<Row> named =
        results.withColumn(
            "fingerprint", org.apache.spark.sql.functions.lit(reading.fingerprint()));
    publication.add("chunker_result", named, 1, "chunker");
    for (Row row : results.limit(1).collectAsList()) {
      run.count("snapshots_compared", row.getAs("snapshots"));
      run.count("virtual_bytes", row.getAs("bytes"));
      run.addReadBytes(row.getAs("cut_bytes"));
    }
    publication.commit();
  }
}
