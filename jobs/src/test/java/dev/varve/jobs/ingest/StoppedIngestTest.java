package dev.varve.jobs.ingest;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.Kept;
import dev.varve.jobs.engine.run.Reporter;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.StoppedRunException;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.host.StopSignals;
import dev.varve.jobs.ingest.registry.IngestRegistry;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import dev.varve.jobs.ingest.snapshot.IngestSnapshots;
import dev.varve.jobs.ingest.snapshot.SnapshotSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A signal in the middle of an ingest: what it keeps and what the next run adds is everything. */
@Timeout(120)
class StoppedIngestTest {
  private static final int SIGTERM = 15;

  private static final List<String> OF_LAYERS =
      List.of(
          "SELECT * EXCLUDE first_seen_at FROM layer ORDER BY ALL",
          "SELECT * FROM layer_recipe ORDER BY ALL",
          "SELECT * FROM image_layer ORDER BY ALL",
          "SELECT digest, reason FROM rejected_blob WHERE digest IS NOT NULL ORDER BY ALL");

  private static final List<String> OF_DISKS =
      List.of(
          "SELECT * EXCLUDE (run_id, first_seen_at, source, file_state) FROM snapshot ORDER BY ALL",
          "SELECT vm FROM vm ORDER BY ALL",
          "SELECT * FROM segment ORDER BY ALL",
          "SELECT * FROM segment_recipe ORDER BY ALL",
          "SELECT * FROM chain_map ORDER BY ALL");

  @TempDir private Path folder;

  /** Sends the signal when some bytes of a phase have been read. */
  private static final class Signalling implements Reporter {
    private final double ratio;
    private Kept kept = new Kept("", 0, 0);
    private Kept left = new Kept("", 0, 0);

    Signalling(double ratio) {
      this.ratio = ratio;
    }

    @Override
    public void note(String line) {}

    @Override
    public Phase phase(String title, long totalBytes, LongSupplier doneBytes) {
      Thread thread =
          new Thread(
              () -> {
                while (doneBytes.getAsLong() < totalBytes * ratio && !Thread.interrupted()) {
                  Thread.onSpinWait();
                }
                StopSignals.request(SIGTERM);
              });
      thread.start();
      return () -> join(thread);
    }

    /** Waits for the signal, however late it is, so that each run here is ended by one. */
    private static void join(Thread thread) {
      try {
        thread.join(30_000);
        if (thread.isAlive()) {
          thread.interrupt();
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void endsEarly(Kept isKept, Kept isLeft, Ending ending) {
      kept = isKept;
      left = isLeft;
    }
  }

  private interface Ingest {
    RunSummary run(Runs runs) throws IOException;
  }

  private Path warehouse() {
    return folder.resolve("warehouse");
  }

  private void requireAll(
      Ingest ingest, SettingReader settings, String counted, List<String> tables, double ratio)
      throws IOException {
    Signalling stopping = new Signalling(ratio);
    StoppedRunException stopped =
        catchThrowableOfType(
            StoppedRunException.class, () -> ingest.run(Runs.open("test", settings, stopping)));
    assertThat(stopped.exitCode()).isEqualTo(143);
    String run =
        "SELECT finished_at IS NULL AS ends, (SELECT count(*) FROM source) AS sources FROM run";
    assertThat(row(warehouse(), run).text("ends")).isEqualTo("true");
    assertThat(row(warehouse(), run).count("sources")).isZero();
    try (var staged = Files.list(warehouse().resolve(".varve/staging"))) {
      assertThat(staged).isEmpty();
    }
    RunSummary second = ingest.run(TestEngine.runs(settings));
    assertThat(second.count(counted + "_skipped")).isEqualTo(stopping.kept.number());
    long rejected = counted.equals("blobs") ? second.count("blobs_rejected") : 0;
    assertThat(second.count(counted + "_read") + rejected).isEqualTo(stopping.left.number());
    for (String table : tables) {
      assertThat(rows(warehouse(), table))
          .as(table)
          .isEqualTo(rows(SmallWorld.ingested(), table))
          .isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.varve.jobs.engine.run.TestEngine#engines")
  void ofLayers(String engine) throws Exception {
    SettingReader settings =
        TestEngine.settings("engine.name=" + engine, "tuning.ingest.task-blobs=2");
    requireAll(
        runs ->
            new IngestRegistry(RegistrySettings.read(settings))
                .run(runs, List.of(SmallWorld.registry().toString()), warehouse().toString()),
        settings,
        "blobs",
        OF_LAYERS,
        0.5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "spark"})
  void ofDisks(String engine) throws Exception {
    SettingReader settings =
        TestEngine.settings("engine.name=" + engine, "tuning.ingest.range-bytes=2 MiB");
    requireAll(
        runs ->
            new IngestSnapshots(SnapshotSettings.read(settings))
                .run(runs, List.of(SmallWorld.disks().toString()), warehouse().toString()),
        settings,
        "snapshots",
        OF_DISKS,
        0.5);
  }
}
