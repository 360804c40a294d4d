package dev.varve.jobs.derive.update;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import dev.varve.squash.ImagePaths;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * View {@code update_change}: which files of the unpacked images differ, for the updates of view
 * {@code update_compared} that are compared. Entries go by in the order of paths, so that no tree
 * is stored.
 */
final class TreeChanges {
  /** The count of updates whose layers were all read. */
  static final String COMPARABLE = "updates_comparable";

  /** The count of updates whose trees were compared. */
  static final String COMPARED = "updates_compared";

  /** The value of derive.updates.tree-entries that compares all of them. */
  static final String ENTRIES = "update_tree_entries";

  private static final String FOLDER = "update";
  private static final String IMAGE = "image_digest";

  private TreeChanges() {}

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

  private record Counted(long comparable, long compared, long entries, long updates) {}

  /** Makes the view. */
  static void show(Run run, UpdateSettings settings) throws IOException {
    Engine engine = run.engine();
    engine.keep(
        "update_compared", Query.of(FOLDER, "compared").with("most", settings.treeEntries()));
    count(run);
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
  }

  private static void count(Run run) throws IOException {
    Query all =
        Query.of(
            """
            SELECT
              count(*) AS comparable,
              CAST(coalesce(sum(CASE WHEN compared THEN 1 ELSE 0 END), 0) AS BIGINT) AS compared,
              CAST(coalesce(max(entries), 0) AS BIGINT) AS entries,
              (SELECT count(*) FROM update_pair) AS updates
            FROM update_compared
            """);
    Counted counted = run.engine().one(all, Counted.class);
    run.note(
        "comparing the images of %,d of %,d updates"
            .formatted(counted.compared(), counted.updates()));
    run.count(COMPARABLE, counted.comparable());
    run.count(COMPARED, counted.compared());
    run.count(ENTRIES, counted.entries());
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
              target == null ? null : ImagePaths.clean(target)));
    }
  }
}
