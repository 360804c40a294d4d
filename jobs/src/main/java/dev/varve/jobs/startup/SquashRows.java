package dev.varve.jobs.startup;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.model.EntryKind;
import dev.varve.startup.ImagePaths;
import dev.varve.startup.LayeredEntry;
import dev.varve.startup.SquashFold;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Squashes images: takes entries sorted by image, key, depth and position; gives each back with its
 * state, and the folders that no layer lists.
 */
final class SquashRows implements FoldRows.Fold<Row> {
  private static final RowBinder<Squashed> SQUASHED = RowBinder.of("squashed", Squashed.class);

  /** Columns of what it gives. */
  static final StructType COLUMNS = SQUASHED.schema();

  private final RowReader<Entry> reader;
  private int image = -1;
  private @Nullable SquashFold fold;
  private Consumer<Row> output = row -> {};

  /** The states of an entry, as the column has them. */
  enum State {
    live,
    hidden,
    marker,
    moved
  }

  private record Entry(
      int image,
      String key,
      int depth,
      int position,
      EntryKind kind,
      @Nullable String linkTarget,
      @Nullable String targetKey,
      @Nullable Long contentBytes,
      @Nullable Integer contentDepth,
      @Nullable Integer contentPosition) {}

  private record Squashed(
      int image,
      String key,
      int depth,
      int position,
      EntryKind kind,
      @Nullable String linkTarget,
      @Nullable String targetKey,
      @Nullable Long contentBytes,
      @Nullable Integer contentDepth,
      @Nullable Integer contentPosition,
      State state,
      @Nullable String movedKey) {}

  /**
   * @param columns of the entries
   */
  SquashRows(StructType columns) {
    reader = RowReader.of(columns, Entry.class);
  }

  @Override
  public void add(Row row, Consumer<Row> to) {
    Entry entry = reader.record(row);
    if (fold == null || entry.image() != image) {
      finish(to);
      image = entry.image();
      fold = new SquashFold(new Rows());
    }
    output = to;
    fold.add(
        new LayeredEntry(
            ImagePaths.path(entry.key()),
            entry.depth(),
            entry.position(),
            entry.kind(),
            entry.linkTarget(),
            content(entry)));
  }

  private static LayeredEntry.@Nullable Content content(Entry entry) {
    Long bytes = entry.contentBytes();
    Integer depth = entry.contentDepth();
    Integer position = entry.contentPosition();
    return bytes == null || depth == null || position == null
        ? null
        : new LayeredEntry.Content(bytes, depth, position);
  }

  @Override
  public void finish(Consumer<Row> to) {
    if (fold != null) {
      output = to;
      fold.finish();
    }
  }

  /** What the view says, as rows. */
  private final class Rows implements SquashFold.View {
    @Override
    public void live(LayeredEntry entry) {
      output.accept(row(entry, State.live, null));
    }

    @Override
    public void hidden(LayeredEntry entry) {
      output.accept(row(entry, State.hidden, null));
    }

    @Override
    public void marker(LayeredEntry entry) {
      output.accept(row(entry, State.marker, null));
    }

    @Override
    public void moved(LayeredEntry entry, String path) {
      output.accept(row(entry, State.moved, ImagePaths.key(path)));
    }

    private Row row(LayeredEntry entry, State state, @Nullable String movedKey) {
      LayeredEntry.Content content = entry.content();
      return SQUASHED.row(
          new Squashed(
              image,
              ImagePaths.key(entry.path()),
              entry.depth(),
              entry.position(),
              entry.kind(),
              entry.linkTarget(),
              null,
              content == null ? null : content.bytes(),
              content == null ? null : content.depth(),
              content == null ? null : content.position(),
              state,
              movedKey));
    }
  }
}
