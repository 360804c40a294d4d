package dev.varve.jobs.startup;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.startup.NeededRanges;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what starts read of files: takes rows of {@code schemas/simulate/startup_range.sql}
 * sorted by start, file and offset; gives a row a file.
 */
final class NeededRows implements FoldRows.Fold<Row> {
  /** Columns of what it gives; blocks of each size of the settings. */
  static final StructType COLUMNS =
      StructType.fromDDL(
          "image INT NOT NULL, run STRING NOT NULL, content_depth INT NOT NULL,"
              + " content_position INT NOT NULL, content_bytes BIGINT NOT NULL,"
              + " accesses BIGINT NOT NULL, needed_bytes BIGINT NOT NULL,"
              + " blocks ARRAY<BIGINT> NOT NULL, block_bytes ARRAY<BIGINT> NOT NULL");

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
          RowFactory.create(
              first.image(),
              first.run(),
              first.contentDepth(),
              first.contentPosition(),
              first.contentBytes(),
              accesses,
              ranges.bytes(),
              ranges.blocks().toArray(),
              ranges.blockBytes().toArray()));
    }
  }
}
