package dev.varve.jobs.derive.update;

import dev.varve.content.squash.ImagePaths;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.model.CleanPath;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * View {@code update_change}: the files that differ between unpacked images, for the compared
 * updates of view {@code update_compared}. Entries are read in the order of paths, so that no tree
 * is stored. An entry whose path leads through a symbolic link to a folder moves to the path behind
 * the link. Updates with such entries are compared again with the new paths, until no entry moves.
 *
 * @param comparable number of updates whose layers were all read
 * @param compared number of updates that are compared: all comparable ones or none
 * @param entries number of entries to read for comparing all comparable updates
 */
record TreeChanges(long comparable, long compared, long entries) {
  private static final String FOLDER = "update";
  private static final String IMAGE = "image_digest";

  /**
   * Most rounds: Linux follows at most 40 links in a path. Entries that still move after them are
   * in no tree.
   */
  private static final int MAX_ROUNDS = 40;

  private static final String COUNT_QUERY =
      """
      SELECT
        count(*) AS comparable,
        CAST(coalesce(sum(CASE WHEN compared THEN 1 ELSE 0 END), 0) AS BIGINT) AS compared,
        CAST(coalesce(sum(entries), 0) AS BIGINT) AS entries
      FROM update_compared
      """;

  /**
   * A row of {@code schemas/update/recipe.sql}; its paths are as written in the layer, before
   * {@link #clean}.
   *
   * @param position in the layer's archive, from 0
   * @param bytes of a file's content; 0 for all other kinds
   * @param fingerprint of a file's content; else null
   * @param linkTarget of a symbolic link; else null
   * @param target of a hard link; else null
   */
  record RecipeEntry(
      String layerDigest,
      int position,
      String path,
      EntryKind kind,
      long bytes,
      @Nullable Fingerprint fingerprint,
      @Nullable String linkTarget,
      @Nullable String target) {}

  /** Creates the view. */
  static TreeChanges makeView(Engine engine, UpdateSettings settings) throws IOException {
    engine.materialize(
        "update_compared", Query.of(FOLDER, "compared").with("most", settings.treeEntries()));
    TreeChanges trees = engine.onlyRow(Query.of(COUNT_QUERY), TreeChanges.class);
    if (trees.compared() == 0) {
      engine.records("update_change", TreeFold.ChangeRow.class, List.of());
      return trees;
    }
    engine.materialize("update_level", Query.of(FOLDER, "level"));
    engine.fold(
        Ordered.unordered(Query.of(FOLDER, "recipe"), RecipeEntry.class),
        Fold.each(TreeChanges::clean),
        new Output("update_entry", RecipeEntry.class));
    engine.view("update_layered", Query.of(FOLDER, "layered"));
    List<String> changes = new ArrayList<>();
    String movedTable = "";
    for (int round = 0; round < MAX_ROUNDS && (round == 0 || !movedTable.isEmpty()); round++) {
      compare(engine, round);
      changes.add("SELECT * FROM update_change_" + round);
      movedTable = makeMovedView(engine, round, movedTable);
    }
    engine.view("update_change", Query.of(String.join(" UNION ALL ", changes)));
    engine.drop("update_entry");
    return trees;
  }

  /** Compares the trees of the updates in view {@code update_layered} in which nothing moves. */
  private static void compare(Engine engine, int round) throws IOException {
    String linkView = "update_link_" + round;
    engine.fold(
        Ordered.by(
                Query.of(FOLDER, round == 0 ? "link" : "link_again"),
                LinkFold.LinkedEntry.class,
                IMAGE,
                "depth",
                "position")
            .grouped(1),
        LinkFold::new,
        new Output(linkView, LinkFold.LinkContent.class));
    engine.view("update_link", Query.of("SELECT * FROM " + linkView));
    TreeFold.MovedEntries moving =
        round == MAX_ROUNDS - 1
            ? TreeFold.MovedEntries.LEFT_OUT
            : TreeFold.MovedEntries.COMPARED_LATER;
    engine.fold(
        Ordered.by(
                Query.of(FOLDER, "tree"),
                TreeFold.TreeRow.class,
                "update_number",
                "key",
                "depth",
                "position")
            .grouped(1),
        () -> new TreeFold(moving),
        new Output("update_change_" + round, TreeFold.ChangeRow.class),
        new Output("update_moved_" + round, TreeFold.MovedRow.class));
    engine.drop(linkView);
  }

  /**
   * Shows the updates in which something moved as view {@code update_layered}, by new paths.
   *
   * @param previousTable the table of the previous round; empty in the first
   * @return the table of this round; empty if no entry moved
   */
  private static String makeMovedView(Engine engine, int round, String previousTable)
      throws IOException {
    String moved = "update_moved_" + round;
    String layered = "update_layered_" + round;
    boolean anyMoved = !engine.isEmpty(moved);
    if (anyMoved) {
      engine.view("update_moved", Query.of("SELECT * FROM " + moved));
      engine.materialize(layered, Query.of(FOLDER, "again"));
      engine.view("update_layered", Query.of("SELECT * FROM " + layered));
    }
    engine.drop(moved);
    if (!previousTable.isEmpty()) {
      engine.drop(previousTable);
    }
    return anyMoved ? layered : "";
  }

  /** Emits an entry with clean paths; emits nothing for a whiteout marker without a name. */
  private static void clean(RecipeEntry entry, Consumer<Record> output) {
    String path = ImagePaths.subject(entry.kind(), entry.path());
    if (path != null) {
      String target = entry.target();
      output.accept(
          new RecipeEntry(
              entry.layerDigest(),
              entry.position(),
              path,
              entry.kind(),
              entry.bytes(),
              entry.fingerprint(),
              entry.linkTarget(),
              target == null ? null : CleanPath.of(target)));
    }
  }
}
