package dev.varve.jobs.sharing;

import dev.varve.jobs.duck.DuckRun;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.table.Publication;
import dev.varve.model.Fingerprint;
import dev.varve.sharing.FileDegrees;
import dev.varve.sharing.FileOrigins;
import dev.varve.sharing.LayerOwners;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The tables of sharing degrees by DuckDB. It gathers the layers of each file content, and one fold
 * counts their owners, as {@link SharingDegrees} does; and the snapshots of each chunk. A list that
 * grows is held in memory: contents are gathered in as many ranges of fingerprints as that takes.
 */
final class DuckDegrees {
  /** A holder of a content, with what a list grows by. */
  private static final int HOLDER_BYTES = 32;

  private static final int MOST_RANGES = 1 << 16;

  /** Longer and greater than any digest. */
  private static final String LAST = "ff".repeat(65);

  private static final StructType COPIES =
      new StructType()
          .add("fingerprint", DataTypes.BinaryType)
          .add("bytes", DataTypes.LongType)
          .add("copies", DataTypes.LongType)
          .add("holders", DataTypes.createArrayType(DataTypes.IntegerType));

  private final DuckRun duck;

  DuckDegrees(DuckRun duck) {
    this.duck = duck;
  }

  private record Count(long rows) {}

  /** Ranges of fingerprints of files, when so much memory is for one. */
  int fileRanges(long memoryBytes) {
    return ranges(count("SELECT count(*) AS rows FROM layer_recipe"), memoryBytes);
  }

  /** The same of chunks. */
  int chunkRanges(long memoryBytes) {
    return ranges(
        count("SELECT CAST(coalesce(sum(chunks), 0) AS BIGINT) AS rows FROM segment"), memoryBytes);
  }

  private static int ranges(long copies, long memoryBytes) {
    return (int) Math.min(MOST_RANGES, 1 + copies * HOLDER_BYTES / memoryBytes);
  }

  private long count(String sql) {
    return duck.records(sql, Map.of(), Count.class).get(0).rows();
  }

  /** Who owns each layer. */
  LayerOwners owners() {
    duck.keep("layer_key", sql("layer_key"), Map.of());
    OwnerPairs owners = new OwnerPairs(count("SELECT count(*) AS rows FROM layer_key"));
    duck.each(sql("layer_owner"), Map.of(), OwnerPairs.LayerOwner.class, owners::add);
    return owners.build();
  }

  /**
   * Tables {@code file_sharing} and {@code file_bundle}.
   *
   * @param owners of {@link #owners}
   * @param origins what the duplicates are added to, once the tables are written
   */
  List<Publication.Rows> files(LayerOwners owners, FileOrigins origins, int ranges) {
    duck.show("file_reference", sql("file_reference"), Map.of());
    gather("file_holders", sql("file_holders"), ranges);
    FileDegrees degrees = new FileDegrees(owners, origins);
    return List.of(
        new Publication.Sorted(
            "file_sharing",
            taker ->
                duck.each(
                    "file_sharing",
                    COPIES,
                    "SELECT * FROM file_holders ORDER BY fingerprint",
                    Map.of(),
                    copies -> taker.accept(row(degrees, copies)))),
        duck.sorted("file_bundle", sql("file_bundle"), Map.of(), List.of("bundle")));
  }

  /** Tables {@code chunk_sharing} and {@code chunk_bundle}. */
  List<Publication.Rows> chunks(int ranges) {
    duck.show("chunk_reference", sql("chunk_reference"), Map.of());
    duck.show("zero_sharing", sql("zero_sharing"), Map.of());
    gather("chunk_holders", sql("chunk_holders"), ranges);
    return List.of(
        duck.sorted("chunk_sharing", sql("chunk_sharing"), Map.of(), List.of("fingerprint")),
        duck.sorted("chunk_bundle", sql("chunk_bundle"), Map.of(), List.of("bundle")));
  }

  /** Keeps contents with their holders; ranges by the first two bytes, as digests are uniform. */
  private void gather(String name, String sql, int ranges) {
    for (int range = 0; range < ranges; range++) {
      Map<String, Object> ends =
          Map.of("least", border(range, ranges), "end", border(range + 1, ranges));
      if (range == 0) {
        duck.keep(name, sql, ends);
      } else {
        duck.keepMore(name, sql, ends);
      }
    }
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

  private static String sql(String name) {
    return SqlFiles.text("sharing", name);
  }
}
