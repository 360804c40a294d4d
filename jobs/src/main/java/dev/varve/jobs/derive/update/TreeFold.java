package dev.varve.jobs.derive.update;

import dev.varve.content.squash.ImagePaths;
import dev.varve.content.update.PairedEntry;
import dev.varve.content.update.TreeChange;
import dev.varve.content.update.TreeComparison;
import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A fold that compares the trees of updates, from entries sorted by update, key, depth and
 * position. An update in which an entry leads through a symbolic link to a folder has to be
 * processed again.
 */
final class TreeFold implements Fold<TreeFold.TreeRow> {
  private final MovedEntries movedEntries;
  private int update;
  private @Nullable TreeComparison comparison;

  /**
   * A row of {@code schemas/update/tree.sql}. It is an entry of the earlier image, the later one,
   * or both.
   *
   * @param updateNumber as in {@code image_update}
   * @param key the path with character 1 in place of {@code /}, so that a folder sorts right before
   *     everything inside it
   * @param depth of the layer, 0 = base
   * @param position in the layer's archive, from 0
   * @param linkTarget of a symbolic link, as written; else null
   * @param content of a file, and of a hard link to one; else null
   * @param bytes of a file's content; 0 for all other kinds
   * @param earlier whether the earlier image has it
   * @param later whether the later image has it
   * @param isTarget whether this is no entry of the layer, but the target path of the hard link
   *     with this depth and position
   */
  record TreeRow(
      int updateNumber,
      String key,
      int depth,
      int position,
      EntryKind kind,
      @Nullable String linkTarget,
      @Nullable Fingerprint content,
      long bytes,
      boolean earlier,
      boolean later,
      boolean isTarget) {}

  /**
   * A change that an update makes.
   *
   * @param updateNumber as in {@code image_update}
   */
  record ChangeRow(int updateNumber, TreeChange change) {}

  /**
   * The new path of an entry, or of a hard link's target, whose old path leads through a symbolic
   * link to a folder.
   *
   * @param updateNumber as in {@code image_update}
   * @param depth of the layer, 0 = base
   * @param position in the layer's archive, from 0
   * @param earlier whether it is an entry of the earlier image; else of the later one
   * @param isTarget whether it is the target of a hard link
   * @param path the new path, clean
   */
  record MovedRow(
      int updateNumber, int depth, int position, boolean earlier, boolean isTarget, String path) {}

  TreeFold(MovedEntries movedEntries) {
    this.movedEntries = movedEntries;
  }

  /** The treatment of trees in which entries move. */
  enum MovedEntries {
    /** Such trees are not compared in this round, but in a later one. */
    COMPARED_LATER,
    /** The trees are compared without the entries that still move. */
    LEFT_OUT
  }

  @Override
  public void add(TreeRow row, Consumer<Record> output) {
    if (comparison == null || row.updateNumber() != update) {
      finish(output);
      update = row.updateNumber();
      comparison =
          new TreeComparison(
              (entry, path) ->
                  output.accept(
                      new MovedRow(
                          row.updateNumber(),
                          entry.depth(),
                          entry.position(),
                          entry.earlier(),
                          entry.isTarget(),
                          path)));
    }
    comparison.add(
        new PairedEntry(
            ImagePaths.path(row.key()),
            row.depth(),
            row.position(),
            row.kind(),
            row.linkTarget(),
            row.content(),
            row.bytes(),
            row.earlier(),
            row.later(),
            row.isTarget()));
  }

  @Override
  public void finish(Consumer<Record> output) {
    if (comparison != null) {
      TreeChange change = comparison.finish();
      if (movedEntries == MovedEntries.LEFT_OUT || !comparison.hasMoved()) {
        output.accept(new ChangeRow(update, change));
      }
    }
  }
}
