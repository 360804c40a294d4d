package dev.varve.jobs.derive.update;

import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import dev.varve.squash.ImagePaths;
import dev.varve.update.PairedEntry;
import dev.varve.update.TreeChange;
import dev.varve.update.TreeComparison;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One update after another, of entries sorted by update, key, depth and position. */
final class TreeFold implements Fold<TreeFold.TreeRow> {
  private int update;
  private @Nullable TreeComparison comparison;

  /** A row of {@code schemas/update/tree.sql}. */
  record TreeRow(
      int updateNumber,
      String key,
      int depth,
      int position,
      EntryKind kind,
      @Nullable Fingerprint content,
      long bytes,
      boolean earlier,
      boolean later) {}

  /** What an update changes. */
  record ChangeRow(int updateNumber, TreeChange change) {}

  @Override
  public void add(TreeRow row, Consumer<Record> output) {
    if (comparison == null || row.updateNumber() != update) {
      finish(output);
      update = row.updateNumber();
      comparison = new TreeComparison();
    }
    comparison.add(
        new PairedEntry(
            ImagePaths.path(row.key()),
            row.depth(),
            row.position(),
            row.kind(),
            row.content(),
            row.bytes(),
            row.earlier(),
            row.later()));
  }

  @Override
  public void finish(Consumer<Record> output) {
    if (comparison != null) {
      output.accept(new ChangeRow(update, comparison.finish()));
    }
  }
}
