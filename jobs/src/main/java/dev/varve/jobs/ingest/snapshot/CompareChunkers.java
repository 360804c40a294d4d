package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.snapshot.InternalSnapshotLimit;
import dev.varve.content.snapshot.SnapshotHead;
import dev.varve.content.snapshot.SnapshotPart;
import dev.varve.content.snapshot.SnapshotTasks;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Reporter;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.ingest.NewRows;
import dev.varve.jobs.warehouse.table.Publication;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

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
   * @throws NoInputException when an input is not there, or none contains a disk
   * @throws InvalidSettingsException when an input is a chunk trace, which nothing can cut
   */
  public RunSummary run(Runs runs, List<String> inputs, String location) throws IOException {
    SnapshotSources sources = SnapshotSources.find(runs, inputs, settings, location);
    if (sources.hasTraces()) {
      throw new InvalidSettingsException(
          List.of("a chunk trace has no bytes to compare chunkers on"));
    }
    return runs.execute(
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
            false,
            settings.access());
    SnapshotHeads headers = new SnapshotHeads(run.engine(), reading.roots(), settings.diskBytes());
    List<SnapshotHead> heads =
        InternalSnapshotLimit.limited(
            headers.check(sources.plan().images(), run::note), List.of(), settings.diskBytes());
    run.count("snapshots_found", sources.plan().images().size());
    Publication publication = run.newWave();
    new NewRows(run).makeViews(ChunkerTask.ROWS, cut(heads, reading, publication, run));
    RejectedSnapshots rejections = new RejectedSnapshots(run);
    run.count("snapshots_rejected", rejections.reject(publication).size());
    add(publication, run);
    run.publish(publication);
    rejections.refuse(sources.plan(), heads);
  }

  private List<Map<String, String>> cut(
      List<SnapshotHead> heads, SnapshotReading reading, Publication publication, Run run)
      throws IOException {
    SnapshotTasks plan = new SnapshotTasks(settings.ingest().rangeBytes());
    List<SnapshotTasks.Snapshot> snapshots = plan.snapshots(heads, List.of(), null);
    long totalBytes = snapshots.stream().mapToLong(SnapshotTasks.Snapshot::bytes).sum();
    List<List<SnapshotPart>> tasks = plan.tasks(snapshots);
    AtomicLong doneBytes = new AtomicLong();
    try (Reporter.Phase phase = run.phase("cutting disks", totalBytes, doneBytes::get)) {
      ChunkerTask task =
          new ChunkerTask(
              reading, new ArrayList<>(chunkers), run.id(), publication.folder().toString());
      return run.engine().tasks(tasks, task, doneBytes::addAndGet);
    }
  }

  /** Counts of the first chunker, which are equal for all chunkers. */
  private record Compared(long snapshots, long bytes, long cutBytes) {}

  private void add(Publication publication, Run run) throws IOException {
    Engine engine = run.engine();
    NewRows rows = new NewRows(run);
    engine.materialize(
        "chunker_results",
        rows.query("chunker_result").with("fingerprint", settings.fingerprint().name()));
    publication.add(
        "chunker_result",
        engine.write(
            "chunker_result",
            Query.of("SELECT * FROM chunker_results"),
            List.of("chunker"),
            publication.files()));
    for (Compared counts :
        engine.all(Query.of("SELECT * FROM chunker_results LIMIT 1"), Compared.class)) {
      run.count("snapshots_compared", counts.snapshots());
      run.count("virtual_bytes", counts.bytes());
      run.addReadBytes(counts.cutBytes());
    }
  }
}
