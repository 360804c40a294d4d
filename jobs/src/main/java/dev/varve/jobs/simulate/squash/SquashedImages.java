package dev.varve.jobs.simulate.squash;

import dev.varve.content.squash.ImagePaths;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.model.CleanPath;
import dev.varve.model.EntryKind;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * View {@code squashed}: every entry of every image of view {@code squash_image} with its state.
 * Entries whose path leads through a symbolic link to a folder move to the path behind the link.
 * Images with such entries are squashed again, until no entry moves. Targets of hard links move
 * likewise, and are looked up anew in each round.
 */
public final class SquashedImages {
  /**
   * Most links of a path that Linux follows; entries that still move after as many rounds are
   * hidden.
   */
  private static final int MAX_ROUNDS = 40;

  private static final String FOLDER = "simulate";
  private static final String IMAGE = "image";

  private SquashedImages() {}

  /**
   * A row of {@code schemas/simulate/squash_recipe.sql}. The components are columns of {@code
   * layer_recipe}.
   *
   * @param position in the layer's archive, from 0
   * @param path as in the archive
   * @param bytes of a file's content; 0 for all other kinds
   * @param linkTarget of a symbolic or hard link; else null
   */
  record RecipeEntry(
      String layerDigest,
      int position,
      String path,
      EntryKind kind,
      long bytes,
      @Nullable String linkTarget) {}

  /**
   * An entry of a layer.
   *
   * @param position in the layer's archive, from 0
   * @param path clean; of a marker, the path that it hides
   * @param bytes of a file's content; 0 for all other kinds
   * @param linkTarget of a symbolic link, as written
   * @param target of a hard link, clean
   */
  record CleanEntry(
      String layerDigest,
      int position,
      String path,
      EntryKind kind,
      long bytes,
      @Nullable String linkTarget,
      @Nullable String target) {}

  /** Makes the view. */
  public static void makeView(Engine engine) throws IOException {
    engine.fold(
        Ordered.unordered(Query.of(FOLDER, "squash_recipe"), RecipeEntry.class),
        Fold.each(SquashedImages::clean),
        new Output("clean_recipe", CleanEntry.class));
    engine.view("layered", Query.of(FOLDER, "squash_layered"));
    squash(engine, 0);
    for (int round = 1; round < MAX_ROUNDS && anyEntryMoves(engine); round++) {
      engine.view("layered", Query.of(FOLDER, "squash_moved"));
      squash(engine, round);
    }
    engine.view("squashed", Query.of("SELECT * FROM unpacked WHERE NOT is_target"));
  }

  /** Emits an entry with clean paths; emits nothing for a whiteout marker without a name. */
  private static void clean(RecipeEntry entry, Consumer<Record> output) {
    String path = ImagePaths.subject(entry.kind(), entry.path());
    if (path != null) {
      String target = entry.kind() == EntryKind.HARD_LINK ? entry.linkTarget() : null;
      output.accept(
          new CleanEntry(
              entry.layerDigest(),
              entry.position(),
              path,
              entry.kind(),
              entry.bytes(),
              entry.kind() == EntryKind.SYMLINK ? entry.linkTarget() : null,
              target == null ? null : CleanPath.of(target)));
    }
  }

  /** Squashes the entries of view {@code layered}, which may read the view of the round before. */
  private static void squash(Engine engine, int round) throws IOException {
    String links = "hard_link_" + round;
    engine.fold(
        Ordered.by(
                Query.of(FOLDER, "squash_hard_link"),
                HardLinkFold.LinkEntry.class,
                IMAGE,
                "depth",
                "position")
            .grouped(1),
        HardLinkFold::new,
        new Output(links, HardLinkFold.LinkContent.class));
    engine.view("hard_link", Query.of("SELECT * FROM " + links));
    String entries = "squashed_" + round;
    engine.fold(
        Ordered.by(
                Query.of(FOLDER, "squash_entry"),
                UnpackFold.ImageEntry.class,
                IMAGE,
                "key",
                "depth",
                "position")
            .grouped(1),
        UnpackFold::new,
        new Output(entries, UnpackFold.SquashedEntry.class));
    engine.view("unpacked", Query.of("SELECT * FROM " + entries));
    engine.drop(links);
    engine.drop(round == 0 ? "clean_recipe" : "squashed_" + (round - 1));
  }

  private static boolean anyEntryMoves(Engine engine) throws IOException {
    return engine.count(Query.of("SELECT 1 AS moved FROM unpacked WHERE state = 'MOVED' LIMIT 1"))
        > 0;
  }
}
