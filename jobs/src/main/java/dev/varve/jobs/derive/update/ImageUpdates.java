package dev.varve.jobs.derive.update;

import dev.varve.build.BuildLine;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.model.NaturalOrder;
import java.io.IOException;
import java.util.List;

/**
 * Table {@code image_update} and its parts by layer, directory and chunker: the bytes that a client
 * with the previous image needs for the next one. Contents are compared by bundles, so that the
 * work for a pair of images grows with its bundles, not its files. Unpacked trees are compared file
 * by file, up to a limit in the settings.
 */
public final class ImageUpdates {
  static final String FOLDER = "update";

  private static final String UPDATE = "image_update";
  private static final String LAYERS = "image_update_layer";
  private static final String DIRECTORIES = "image_update_directory";
  private static final String CHUNKS = "image_update_chunk";
  private static final String CHUNK_TABLE = "file_recipe";
  private static final String NUMBER = "update_number";

  /** Name of the summary's count of updates whose layers were all read. */
  private static final String COMPARABLE = "updates_comparable";

  /** Name of the summary's count of updates whose trees were compared. */
  private static final String COMPARED = "updates_compared";

  /**
   * Name of the summary's count of entries: the least value of derive.updates.tree-entries that
   * lets all trees be compared.
   */
  private static final String ENTRIES = "update_tree_entries";

  /** The tables that the steps compute. */
  static final List<String> TABLES = List.of(LAYERS, DIRECTORIES, CHUNKS, UPDATE);

  /** The steps after those of images and bundles. Each is a view that later steps read. */
  private static final List<String> STEPS = List.of("brought", "stored", "known", "content");

  private ImageUpdates() {}

  private record CreatedBy(String createdBy) {}

  private record LineRow(String createdBy, String line) {}

  private record Tag(String tag) {}

  private record TagOrder(String tag, String sortKey) {}

  /** Stages table {@code build_line}. */
  public static void addLines(Run run) throws IOException {
    run.engine()
        .fold(
            Ordered.unordered(
                Query.of(
                    "SELECT DISTINCT created_by FROM image_layer WHERE created_by IS NOT NULL"),
                CreatedBy.class),
            Fold.each(
                (step, output) ->
                    output.accept(
                        new LineRow(step.createdBy(), BuildLine.normalised(step.createdBy())))),
            new Output("build_lines", LineRow.class));
    run.write("build_line", Query.of("SELECT * FROM build_lines"), "created_by");
  }

  /**
   * Stages the tables.
   *
   * @param run with views {@code file_owners} and {@code file_bundles}
   */
  public static void add(Run run, UpdateSettings settings) throws IOException {
    run.note("deriving image_update");
    Engine engine = run.engine();
    makeImageViews(engine);
    engine.materialize("update_pair", Query.of(FOLDER, "pair"));
    engine.materialize("update_listed", Query.of(FOLDER, "listed"));
    TreeChanges trees = makeViews(engine, settings);
    run.count(COMPARABLE, trees.comparable());
    run.count(COMPARED, trees.compared());
    run.count(ENTRIES, trees.entries());
    run.write(LAYERS, table(LAYERS), NUMBER, "depth");
    run.write(DIRECTORIES, table(DIRECTORIES), NUMBER, "directory");
    if (run.warehouse().hasRows(CHUNK_TABLE)) {
      run.write(CHUNKS, table(CHUNKS), NUMBER, "chunker");
    }
    run.write(UPDATE, table(UPDATE), NUMBER);
  }

  /** Shows views of tags with their images, and of repositories with their images. */
  static void makeImageViews(Engine engine) throws IOException {
    engine.fold(
        Ordered.unordered(
            Query.of("SELECT DISTINCT tag FROM image_tag WHERE tag IS NOT NULL"), Tag.class),
        Fold.each(
            (tag, output) -> output.accept(new TagOrder(tag.tag(), NaturalOrder.key(tag.tag())))),
        new Output("tag_order", TagOrder.class));
    engine.view("update_image", Query.of(FOLDER, "platform"));
    engine.view("update_tag", Query.of(FOLDER, "tag"));
    engine.view("update_member", Query.of(FOLDER, "member"));
  }

  /**
   * Shows the views from which the tables are made.
   *
   * @param engine with views {@code update_pair}, {@code update_listed}, {@code file_owners} and
   *     {@code file_bundles}
   * @return the updates whose trees were compared
   */
  static TreeChanges makeViews(Engine engine, UpdateSettings settings) throws IOException {
    engine.view("update_earlier", Query.of(FOLDER, "earlier"));
    for (String step : STEPS) {
      engine.materialize("update_" + step, Query.of(FOLDER, step));
    }
    engine.materialize("update_part", Query.of(FOLDER, LAYERS));
    Query sets = Query.of(FOLDER, "chunk_set");
    if (engine.isEmpty(CHUNK_TABLE)) {
      engine.view("update_chunk_set", sets);
    } else {
      engine.materialize("update_chunk_set", sets);
    }
    return TreeChanges.makeView(engine, settings);
  }

  /** The query of a table over the views of {@link #makeViews}. */
  static Query table(String name) {
    return name.equals(LAYERS) ? Query.of("SELECT * FROM update_part") : Query.of(FOLDER, name);
  }
}
