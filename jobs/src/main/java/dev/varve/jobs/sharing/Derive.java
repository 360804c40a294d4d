package dev.varve.jobs.sharing;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.twin.LayerTwins;
import dev.varve.jobs.twin.TwinSettings;
import java.io.IOException;
import java.util.Map;

/**
 * The derived tables: sharing degrees of files and of chunks, layers that are alike, and what
 * chunks of files save, each replaced atomically.
 */
public final class Derive {
  private static final int MOST_PARTS = 10_000;

  private final long partBytes;
  private final TwinSettings twins;

  private Derive(long partBytes, TwinSettings twins) {
    this.partBytes = partBytes;
    this.twins = twins;
  }

  /** Reads section derive. */
  public static Derive read(SettingReader settings) {
    return new Derive(settings.bytes("derive.part-bytes"), TwinSettings.read(settings));
  }

  /**
   * Computes all derived tables again; {@code counts} of the summary has the rows of each.
   *
   * @throws NoInputException when the warehouse does not exist
   */
  public RunSummary run(Runs runs, String location) throws IOException {
    return runs.runOnExisting("derive", Map.of(), location, this::derive);
  }

  private void derive(Run run) throws IOException {
    SharingDegrees degrees = new SharingDegrees(run.spark());
    Warehouse warehouse = run.warehouse();
    if (warehouse.holds("snapshot")) {
      run.note("deriving chunk_sharing");
      run.publication()
          .addSorted("chunk_sharing", degrees.chunks(parts(warehouse, "segment_recipe")));
    }
    if (warehouse.holds("layer")) {
      run.note("deriving file_sharing");
      run.publication().addSorted("file_sharing", degrees.files(parts(warehouse, "layer_recipe")));
    }
    if (warehouse.holds("layer")) {
      LayerTwins layers = new LayerTwins(twins, run, parts(warehouse, "layer_recipe"));
      layers.addConventions();
      if (twins.compares()) {
        run.note("comparing layers");
        layers.add();
      }
    }
    if (!warehouse.table("content_sample").isEmpty()) {
      run.note("deriving file_compression");
      FileCompression.add(run);
    }
    if (!warehouse.table("file_recipe").isEmpty()) {
      run.note("deriving content_dedup");
      run.publication()
          .add(
              "content_dedup",
              run.select("derived", "content_dedup"),
              1,
              "scope",
              "subject",
              "chunker");
    }
  }

  private int parts(Warehouse warehouse, String recipes) throws IOException {
    return (int) Math.min(MOST_PARTS, 1 + warehouse.bytes(recipes) / partBytes);
  }
}
