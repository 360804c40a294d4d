package dev.varve.jobs.startup;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.startup.NeededRanges;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what starts read of files: takes rows of {@code schemas/simulate/startup_range.sql}
 * sorted by start, file and offset; gives a row a file.
 */
final class NeededRows implements FoldRows.Fold<Row> {
  private static final RowBinder<Needed> NEEDED = RowBinder.of("needed", Needed.class);

  /** Columns of what it gives. */
  static final StructType COLUMNS = NEEDED.schema();

  private final RowReader<Range> reader;
  private final List<Long> blockSizes;
  private @Nullable Range first;
  private NeededRanges ranges;
  private long accesses;

  private record Range(
      int image,
      String run,
      int contentDepth,
      int contentPosition,
      long contentBytes,
      long offset,
      long bytes) {
    boolean isOfTheFileOf(Range other) {
      return image == other.image
          && run.equals(other.run)
          && contentDepth == other.contentDepth
          && contentPosition == other.contentPosition;
    }
  }

  private record Needed(
      int image,
      String run,
      int contentDepth,
      int contentPosition,
      long contentBytes,
      long accesses,
      long neededBytes,
      List<Long> blocks,
      List<Long> blockBytes) {}

  NeededRows(StructType columns, List<Long> blockSizes) {
    reader = RowReader.of(columns, Range.class);
    this.blockSizes = blockSizes;
    ranges = new NeededRanges(0, blockSizes);
  }

  @Override
  public void add(Row row, Consumer<Row> output) {
    Range range = reader.record(row);
    if (first == null || !range.isOfTheFileOf(first)) {
      finish(output);
      first = range;
      ranges = new NeededRanges(range.contentBytes(), blockSizes);
      accesses = 0;
    }
    accesses++;
    ranges.add(range.offset(), range.bytes());
  }

  @Override
  public void finish(Consumer<Row> output) {
    if (first != null) {
      output.accept(
          NEEDED.row(
              new Needed(
                  first.image(),
                  first.run(),
                  first.contentDepth(),
                  first.contentPosition(),
                  first.contentBytes(),
                  accesses,
                  ranges.bytes(),
                  ranges.blocks(),
                  ranges.blockBytes())));
    }
  }
}
