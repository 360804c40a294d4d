package dev.varve.jobs.pull;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.slice.Slice;
import dev.varve.slice.SlicePlacer;
import dev.varve.slice.SlicedLayer;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Places layers on servers: takes {@code schemas/simulate/pull_content.sql} layer by layer, largest
 * content first, with at least one row a layer; gives a row a slice in the same order, and one
 * without files for a layer that has none.
 */
final class SliceRows implements FoldRows.Fold<Row> {
  static final StructType COLUMNS =
      new StructType()
          .add("servers", DataTypes.IntegerType, false)
          .add("layer", DataTypes.IntegerType, false)
          .add("home", DataTypes.IntegerType, false)
          .add("server", DataTypes.IntegerType, false)
          .add("master", DataTypes.BooleanType, false)
          .add("files", DataTypes.LongType, false)
          .add("bytes", DataTypes.LongType, false)
          .add("new_files", DataTypes.LongType, false)
          .add("new_bytes", DataTypes.LongType, false);

  private static final StructType CONTENTS =
      new StructType()
          .add("layer", DataTypes.IntegerType, false)
          .add("digest", DataTypes.LongType, false)
          .add("key", DataTypes.LongType, false)
          .add("bytes", DataTypes.LongType, false)
          .add("copies", DataTypes.LongType, false)
          .add("shared", DataTypes.BooleanType, false);

  private final RowReader<Content> contents = RowReader.of(CONTENTS, Content.class);
  private final int servers;
  private final SlicePlacer placer;
  private int layer = -1;
  private long digest;

  /** A content of a layer; of a layer without files, one with bytes 0. */
  record Content(int layer, long digest, long key, long bytes, long copies, boolean shared) {}

  SliceRows(int servers, SlicePlacer placer) {
    this.servers = servers;
    this.placer = placer;
  }

  @Override
  public void add(Row row, Consumer<Row> output) {
    Content content = contents.record(row);
    if (content.layer() != layer) {
      finish(output);
      if (content.layer() != layer + 1) {
        throw new IllegalStateException("layer " + content.layer() + " after " + layer);
      }
      layer = content.layer();
      digest = content.digest();
    }
    if (content.bytes() > 0) {
      placer.add(content.key(), content.bytes(), content.copies(), content.shared());
    }
  }

  @Override
  public void finish(Consumer<Row> output) {
    if (layer < 0) {
      return;
    }
    SlicedLayer placed = placer.place(layer, digest);
    for (Slice slice : placed.slices()) {
      output.accept(row(placed, slice));
    }
    if (placed.slices().isEmpty()) {
      output.accept(row(placed, new Slice(placed.master(), 0, 0, 0, 0)));
    }
  }

  private Row row(SlicedLayer placed, Slice slice) {
    return RowFactory.create(
        servers,
        placed.layer(),
        placed.home(),
        slice.server(),
        slice.server() == placed.master(),
        slice.files(),
        slice.bytes(),
        slice.newFiles(),
        slice.newBytes());
  }
}
