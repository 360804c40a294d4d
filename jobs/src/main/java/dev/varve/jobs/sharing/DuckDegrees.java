package dev.varve.jobs.sharing;

import dev.varve.jobs.duck.DuckRun;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.table.Publication;
import dev.varve.model.Fingerprint;
import dev.varve.sharing.FileDegrees;
import dev.varve.sharing.FileOrigins;
import dev.varve.sharing.LayerOwners;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The tables of sharing degrees by DuckDB. It gathers the layers of each file content, and one fold
 * counts their owners, as {@link SharingDegrees} does. What it gathers is held in memory: contents
 * are gathered in as many ranges of fingerprints as that takes.
 */
final class DuckDegrees {
  /** A layer of a content, with what a list grows by. */
  private static final int LAYER_BYTES = 32;

  private static final int MOST_RANGES = 1 << 16;

  /** Longer and greater than any digest. */
  private static final String LAST = "ff".repeat(65);

  private static final StructType COPIES =
      new StructType()
          .add("fingerprint", DataTypes.BinaryType)
          .add("bytes", DataTypes.LongType)
          .add("copies", DataTypes.LongType)
          .add("layers", DataTypes.createArrayType(DataTypes.IntegerType));

  private final DuckRun duck;

  DuckDegrees(DuckRun duck) {
    this.duck = duck;
  }

  private record Count(long rows) {}

  /** How many ranges of fingerprints there are to be, when so much memory is for one. */
  int ranges(long memoryBytes) {
    long bytes = count("layer_recipe") * LAYER_BYTES;
    return (int) Math.min(MOST_RANGES, 1 + bytes / memoryBytes);
  }

  private long count(String table) {
    String sql = "SELECT count(*) AS rows FROM " + table;
    return duck.records(sql, Map.of(), Count.class).get(0).rows();
  }

  /** Who owns each layer. */
  LayerOwners owners() {
    duck.keep("layer_key", sql("layer_key"), Map.of());
    OwnerPairs owners = new OwnerPairs(count("layer_key"));
    duck.each(sql("layer_owner"), Map.of(), OwnerPairs.LayerOwner.class, owners::add);
    return owners.build();
  }

  /**
   * Table {@code file_sharing}.
   *
   * @param owners of {@link #owners}
   * @param origins what the duplicates are added to, once the table is written
   */
  Publication.Rows files(LayerOwners owners, FileOrigins origins, int ranges) {
    duck.show("file_reference", sql("file_reference"), Map.of());
    FileDegrees degrees = new FileDegrees(owners, origins);
    return new Publication.Sorted(
        "file_sharing",
        taker -> {
          for (int range = 0; range < ranges; range++) {
            gather(range, ranges, copies -> taker.accept(row(degrees, copies)));
          }
        });
  }

  /** Ranges by the first two bytes, as digests are uniform. */
  private void gather(int range, int ranges, Consumer<Row> taker) throws IOException {
    Map<String, Object> ends =
        Map.of("least", border(range, ranges), "end", border(range + 1, ranges));
    duck.each("file_sharing", COPIES, sql("file_copies"), ends, taker);
  }

  private static String border(int range, int ranges) {
    if (range == 0 || range == ranges) {
      return range == 0 ? "" : LAST;
    }
    return "%04x".formatted((long) range * MOST_RANGES / ranges);
  }

  private static Row row(FileDegrees degrees, Row copies) {
    Object[] layers = (Object[]) copies.get(3);
    degrees.start();
    for (Object layer : layers) {
      degrees.add((Integer) layer);
    }
    degrees.addRepeats(copies.getLong(2) - layers.length);
    long bytes = copies.getLong(1);
    degrees.end(bytes);
    return SharingTables.FILES.row(
        new SharingTables.FileRow(
            Fingerprint.of((byte[]) copies.get(0)), bytes, SharingTables.FileCounts.of(degrees)));
  }

  /** Table {@code chunk_sharing}. */
  Publication.Rows chunks() {
    duck.show("chunk_reference", sql("chunk_reference"), Map.of());
    duck.show("zero_sharing", sql("zero_sharing"), Map.of());
    return duck.sorted("chunk_sharing", sql("chunk_degrees"), Map.of(), List.of("fingerprint"));
  }

  private static String sql(String name) {
    return SqlFiles.text("sharing", name);
  }
}
