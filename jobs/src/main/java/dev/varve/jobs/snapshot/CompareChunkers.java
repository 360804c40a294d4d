package dev.varve.jobs.snapshot;

import static org.apache.spark.sql.functions.lit;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.found.FoundRows;
import dev.varve.jobs.parquet.StagedStream;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.table.Publication;
import dev.varve.snapshot.FileShare;
import dev.varve.snapshot.SnapshotHead;
import dev.varve.snapshot.SnapshotPart;
import dev.varve.snapshot.SnapshotTasks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;

/** Reads disks once, cuts them with several chunkers, and stores only the counts. */
public final class CompareChunkers {
  private final SnapshotSettings settings;
  private final List<String> chunkers;

  /** Compares these chunkers; their names must be known. */
  public CompareChunkers(SnapshotSettings settings, List<String> chunkers) {
    this.settings = settings;
    this.chunkers = List.copyOf(chunkers);
  }

  /**
   * Replaces table {@code chunker_result}. The chunker of the warehouse does not change.
   *
   * @throws NoInputException when an input is not there, or none holds a disk
   * @throws InvalidSettingsException when an input is a chunk trace, which nothing can cut
   */
  public RunSummary run(Runs runs, List<String> inputs, String location) throws IOException {
    SnapshotSources sources = SnapshotSources.find(runs, inputs, settings, location);
    if (sources.hasTraces()) {
      throw new InvalidSettingsException(
          List.of("a chunk trace has no bytes to compare chunkers on"));
    }
    return runs.run(
        "compare chunkers",
        Map.of("inputs", String.join(" ", inputs), "chunkers", String.join(",", chunkers)),
        location,
        run -> compare(sources, run));
  }

  private void compare(SnapshotSources sources, Run run) throws IOException {
    SnapshotReading reading =
        new SnapshotReading(
            sources.plan().roots(),
            String.join(",", chunkers),
            settings.fingerprint(),
            settings.digest(),
            SnapshotReading.MapRule.NONE);
    SnapshotStreams streams = new SnapshotStreams(run.spark());
    List<SnapshotHead> heads =
        FileShare.limited(
            streams.sound(sources.plan().images(), reading.roots(), settings.diskBytes()),
            List.of(),
            settings.diskBytes());
    run.count("snapshots_found", sources.plan().images().size());
    Publication publication = run.wave();
    FoundRows found = FoundRows.bySpark(run);
    SnapshotRejections rejections = new SnapshotRejections(found);
    cut(heads, streams, reading, publication, found);
    run.count("snapshots_rejected", rejections.reject(publication));
    add(publication, run);
    run.publish(publication);
    SnapshotRejections.refuse(run, sources.plan(), heads);
  }

  private void cut(
      List<SnapshotHead> heads,
      SnapshotStreams streams,
      SnapshotReading reading,
      Publication publication,
      FoundRows found)
      throws IOException {
    Run run = found.run();
    List<SnapshotTasks.Wave> waves =
        new SnapshotTasks(settings.rangeBytes(), settings.publishBytes())
            .waves(heads, List.of(), null);
    long total = waves.stream().mapToLong(SnapshotTasks.Wave::bytes).sum();
    LongAccumulator readBytes = run.spark().sparkContext().longAccumulator(Run.READ_BYTES);
    try (Reporter.Phase phase = run.phase("cutting disks", total, readBytes)) {
      List<List<SnapshotPart>> tasks = waves.stream().flatMap(w -> w.tasks().stream()).toList();
      StagedStream stream =
          publication.stream(
              "chunks",
              ChunkerRows.WIDE,
              streams.chunkers(tasks, reading, chunkers, run.id(), readBytes));
      for (String table : List.of("chunk", "sum", "fault")) {
        found.show(stream, table);
      }
    }
  }

  private void add(Publication publication, Run run) throws IOException {
    Dataset<Row> results =
        publication.materialize("results", run.select("ingest", "chunker_result"));
    publication.add(
        "chunker_result",
        results.withColumn("fingerprint", lit(settings.fingerprint().name())),
        1,
        "chunker");
    for (Row row : results.limit(1).collectAsList()) {
      run.count("snapshots_compared", row.getAs("snapshots"));
      run.count("virtual_bytes", row.getAs("bytes"));
      run.addReadBytes(row.getAs("cut_bytes"));
    }
  }
}
