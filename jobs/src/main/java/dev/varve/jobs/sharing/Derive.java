package dev.varve.jobs.sharing;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.host.AtOnce;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.twin.LayerTwins;
import dev.varve.jobs.twin.TwinSettings;
import dev.varve.sharing.LayerOwners;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;

/**
 * The derived tables: sharing degrees of files and of chunks, layers that are alike, and what
 * chunks of files save, each replaced atomically.
 */
public final class Derive {
  private static final int MOST_PARTS = 10_000;

  /** Groups of few rows that are derived at the same time: while one waits, another works. */
  private static final int SMALL_GROUPS_AT_ONCE = 4;

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

  /** A group of tables, which needs no other. */
  private interface Group {
    void add() throws IOException;
  }

  private void derive(Run run) throws IOException {
    List<Group> groups = new ArrayList<>();
    Warehouse warehouse = run.warehouse();
    if (warehouse.holds("layer")) {
      groups.add(() -> LayerTwins.addConventions(run, twins));
      if (twins.compares()) {
        groups.add(() -> addTwins(run));
      }
      groups.add(() -> addFiles(run));
    }
    if (warehouse.holds("snapshot")) {
      groups.add(() -> addChunks(run));
    }
    if (warehouse.holds("content_sample")) {
      groups.add(() -> addCompression(run));
    }
    if (warehouse.holds("file_recipe")) {
      groups.add(() -> addContents(run));
    }
    // Of many rows each takes all cores and much memory.
    AtOnce.all(
        run.isFitForFewRows() ? SMALL_GROUPS_AT_ONCE : 1,
        groups,
        group -> {
          group.add();
          return true;
        },
        warehouse::endJobs);
  }

  private void addTwins(Run run) throws IOException {
    run.note("comparing layers");
    new LayerTwins(twins, run, parts(run.warehouse(), "layer_recipe")).add();
  }

  private void addFiles(Run run) throws IOException {
    run.note("deriving file_sharing");
    SharingDegrees degrees = new SharingDegrees(run.spark());
    Broadcast<LayerOwners> owners =
        run.fitted(List.of("layer", "image_layer", "image_tag"), degrees::owners);
    OriginCounts origins = OriginCounts.register(run.spark());
    run.publication()
        .addSorted(
            "file_sharing", degrees.files(owners, origins, parts(run.warehouse(), "layer_recipe")));
    run.publication().add("file_origin", origins.rows(), "origin");
  }

  private void addChunks(Run run) throws IOException {
    run.note("deriving chunk_sharing");
    run.publication()
        .addSorted(
            "chunk_sharing",
            new SharingDegrees(run.spark()).chunks(parts(run.warehouse(), "segment_recipe")));
  }

  private static void addCompression(Run run) throws IOException {
    run.note("deriving file_compression");
    FileCompression.add(run);
  }

  private static void addContents(Run run) throws IOException {
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

  private int parts(Warehouse warehouse, String recipes) throws IOException {
    return (int) Math.min(MOST_PARTS, 1 + warehouse.bytes(recipes) / partBytes);
  }
}
