package dev.varve.jobs.derive.update;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.model.CleanPath;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import dev.varve.squash.ImagePaths;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * View {@code update_change}: which files of the unpacked images differ, for the updates of view
 * {@code update_compared} that are compared. Entries go by in the order of paths, so that no tree
 * is stored.
 *
 * @param comparable updates whose layers were all read
 * @param compared of them, those that are compared: all or none
 * @param entries that comparing all of them takes
 */
record TreeChanges(long comparable, long compared, long entries) {
  private static final String FOLDER = "update";
  private static final String IMAGE = "image_digest";

  private static final String COUNTED =
      """
      SELECT
        count(*) AS comparable,
        CAST(coalesce(sum(CASE WHEN compared THEN 1 ELSE 0 END), 0) AS BIGINT) AS compared,
        CAST(coalesce(sum(entries), 0) AS BIGINT) AS entries
      FROM update_compared
      """;

  /**
   * A row of {@code schemas/update/recipe.sql}; the paths are clean once the row has been taken.
   */
  record RecipeEntry(
      String layerDigest,
      int position,
      String path,
      EntryKind kind,
      long bytes,
      @Nullable Fingerprint fingerprint,
      @Nullable String target) {}

  /** Makes the view. */
  static TreeChanges show(Engine engine, UpdateSettings settings) throws IOException {
    engine.keep(
        "update_compared", Query.of(FOLDER, "compared").with("most", settings.treeEntries()));
    TreeChanges trees = engine.one(Query.of(COUNTED), TreeChanges.class);
    if (trees.compared() == 0) {
      engine.records("update_change", TreeFold.ChangeRow.class, List.of());
      return trees;
    }
    engine.keep("update_level", Query.of(FOLDER, "level"));
    engine.fold(
        Ordered.unordered(Query.of(FOLDER, "recipe"), RecipeEntry.class),
        Fold.each(TreeChanges::clean),
        new Output("update_entry", RecipeEntry.class));
    engine.fold(
        Ordered.by(Query.of(FOLDER, "link"), LinkFold.LinkedEntry.class, IMAGE, "depth", "position")
            .grouped(1),
        LinkFold::new,
        new Output("update_link", LinkFold.LinkContent.class));
    engine.fold(
        Ordered.by(
                Query.of(FOLDER, "tree"),
                TreeFold.TreeRow.class,
                "update_number",
                "key",
                "depth",
                "position")
            .grouped(1),
        TreeFold::new,
        new Output("update_change", TreeFold.ChangeRow.class));
    engine.drop("update_entry");
    return trees;
  }

  /** Emits nothing for a whiteout that names nothing. */
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
              target == null ? null : CleanPath.of(target)));
    }
  }
}
