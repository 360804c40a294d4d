package dev.varve.jobs.derive.sharing;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.derive.twin.LayerTwins;
import dev.varve.jobs.derive.twin.TwinSettings;
import dev.varve.jobs.derive.update.ImageUpdates;
import dev.varve.jobs.derive.update.UpdateSettings;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Computes the derived tables: sharing degrees of files and of chunks, similar layers, and the
 * bytes that chunking files saves. Each table is replaced atomically.
 */
public final class Derive {
  /**
   * Most groups of tables that are computed in parallel, so that one works while another waits. The
   * engines divide their memory among them.
   */
  private static final int MAX_GROUPS_IN_PARALLEL = 4;

  private final TwinSettings twins;
  private final UpdateSettings updates;

  private Derive(TwinSettings twins, UpdateSettings updates) {
    this.twins = twins;
    this.updates = updates;
  }

  /** Reads section derive. */
  public static Derive read(SettingReader settings) {
    return new Derive(
        settings.bind("derive", TwinSettings.class),
        settings.bind("derive.updates", UpdateSettings.class));
  }

  /**
   * Computes all derived tables anew; {@code counts} of the summary has the number of rows of each.
   *
   * @throws NoInputException when the warehouse does not exist
   */
  public RunSummary run(Runs runs, String location) throws IOException {
    return runs.executeOnExisting("derive", Map.of(), location, this::derive);
  }

  /** A group of tables that is computed independently of the other groups. */
  private interface Group {
    void add() throws IOException;
  }

  private void derive(Run run) throws IOException {
    run.registerViews();
    Engine engine = run.engine();
    WarehouseFiles warehouse = run.warehouse();
    List<Group> groups = new ArrayList<>();
    if (warehouse.hasRows("layer")) {
      LayerTwins layers = new LayerTwins(twins, run);
      groups.add(layers::addConventions);
      groups.add(layers::add);
      groups.add(layers::addRemovable);
      groups.add(() -> addFiles(run));
      groups.add(() -> addPathsAndTypes(run));
    }
    if (warehouse.hasRows("snapshot")) {
      groups.add(() -> addChunks(run));
    }
    if (warehouse.hasRows("file_recipe")) {
      groups.add(() -> addContents(run));
    }
    Parallel.all(
        Math.max(2, Math.min(engine.parallelism(), MAX_GROUPS_IN_PARALLEL)),
        groups,
        group -> {
          group.add();
          return true;
        },
        engine::cancel);
  }

  private void addFiles(Run run) throws IOException {
    run.note("deriving file_sharing, file_bundle");
    SharingDegrees.makeFileViews(run.engine());
    run.write("file_sharing", SharingDegrees.FOLDER, "fingerprint");
    run.engine().materialize("file_bundles", Query.of(SharingDegrees.FOLDER, "file_bundle"));
    run.write("file_bundle", Query.of("SELECT * FROM file_bundles"), "bundle");
    run.write("file_origin", SharingDegrees.FOLDER, "origin");
    if (run.warehouse().hasRows("image_layer")) {
      ImageUpdates.add(run, updates);
      ImageUpdates.addLines(run);
    }
    run.engine().drop(SharingDegrees.FILE_OWNERS);
  }

  private static void addPathsAndTypes(Run run) throws IOException {
    run.note("deriving file_path");
    run.engine().materialize("file_names", Query.of("derived", "file_path"));
    run.write(
        "file_path", Query.of("SELECT * FROM file_names"), "fingerprint", "path", "content_type");
    if (run.warehouse().hasRows("content_sample")) {
      run.note("deriving file_compression");
      run.add(
          "file_compression",
          FileCompression.FileCompressionRow.class,
          FileCompression.rows(FileCompression.estimatesOfNamedFiles(run.engine())),
          "codec",
          "content_type");
    }
  }

  private static void addChunks(Run run) throws IOException {
    run.note("deriving chunk_sharing, chunk_bundle");
    SharingDegrees.makeChunkViews(run.engine());
    run.write("chunk_sharing", SharingDegrees.FOLDER, "fingerprint");
    run.write("chunk_bundle", SharingDegrees.FOLDER, "bundle");
    run.engine().drop(SharingDegrees.CHUNK_OWNERS);
  }

  private static void addContents(Run run) throws IOException {
    run.note("deriving content_dedup");
    run.write("content_dedup", "derived", "scope", "subject", "chunker");
  }
}
