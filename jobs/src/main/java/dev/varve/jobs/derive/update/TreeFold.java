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
 * A fold over the entries of updates, sorted by update, key, depth and position. An update in which
 * an entry leads through a linked folder has to come again.
 */
final class TreeFold implements Fold<TreeFold.TreeRow> {
  private final Moving moving;
  private int update;
  private @Nullable TreeComparison comparison;

  /** A row of {@code schemas/update/tree.sql}. */
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

  /** A change that an update makes. */
  record ChangeRow(int updateNumber, TreeChange change) {}

  /** The new path of an entry, or of a hard link's target, that leads through a linked folder. */
  record MovedRow(
      int updateNumber, int depth, int position, boolean earlier, boolean isTarget, String path) {}

  TreeFold(Moving moving) {
    this.moving = moving;
  }

  /** Whether trees are compared though entries move. */
  enum Moving {
    /** They are compared again, and not before. */
    AGAIN,
    /** Entries that still move are in no tree. */
    NO_MORE
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
      if (moving == Moving.NO_MORE || !comparison.hasMoved()) {
        output.accept(new ChangeRow(update, change));
      }
    }
  }
}
