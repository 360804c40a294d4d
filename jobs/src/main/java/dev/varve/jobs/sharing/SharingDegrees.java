package dev.varve.jobs.sharing;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.sharing.LayerOwners;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/**
 * The tables of sharing degrees, computed from the views of recipes and owners. References ({@code
 * schemas/sharing}), those to files gathered by content first, are shuffled once into ranges of
 * fingerprints and sorted there by the engine, which spills to disk. Then one fold counts the
 * owners of one content after another. What it finds is written once, and the tables are made from
 * that. Digests are uniform, so ranges by their first bytes are of equal size.
 */
public final class SharingDegrees {
  private static final String FINGERPRINT = "fingerprint";
  private static final int LEADING = 1 << 16;

  private static final UserDefinedFunction LEADING_BYTES =
      udf((UDF1<byte[], Integer>) SharingDegrees::leading, DataTypes.IntegerType);

  private final SparkSession spark;

  public SharingDegrees(SparkSession spark) {
    this.spark = spark;
  }

  /** Who owns each layer, as every executor has it. */
  public Broadcast<LayerOwners> owners() {
    sql("layer_key").createOrReplaceTempView("layer_key");
    return JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(layerOwners());
  }

  /**
   * Files with the layers that hold them, for view {@code file_holders}.
   *
   * @param owners of {@link #owners}
   * @param origins what the duplicates are added to, once they are written
   * @param parts number of ranges of fingerprints, which are counted independently
   */
  public Dataset<Row> files(Broadcast<LayerOwners> owners, OriginCounts origins, int parts) {
    Dataset<Row> references = sql("file_reference");
    RowReader<SharingTables.FileReference> reader =
        RowReader.of(references.schema(), SharingTables.FileReference.class);
    Dataset<Row> gathered =
        references.mapPartitions(
            (MapPartitionsFunction<Row, Row>)
                rows -> new FoldRows<>(rows, new FileGathering(reader)),
            Encoders.row(SharingTables.GATHERED));
    RowReader<SharingTables.FileCopies> copies =
        RowReader.of(gathered.schema(), SharingTables.FileCopies.class);
    return folded(
        "file_sharing",
        sorted(gathered, parts, FINGERPRINT),
        rows -> new FoldRows<>(rows, new FileFold(copies, owners.value(), origins.value())));
  }

  /** Chunks with the snapshots that hold them, for view {@code chunk_holders}. */
  public Dataset<Row> chunks(int parts) {
    Dataset<Row> sorted =
        sorted(sql("chunk_reference"), parts, FINGERPRINT, "snapshot_number", "segment");
    RowReader<SharingTables.ChunkReference> references =
        RowReader.of(sorted.schema(), SharingTables.ChunkReference.class);
    return folded("chunk_sharing", sorted, rows -> new FoldRows<>(rows, new ChunkFold(references)));
  }

  /**
   * Makes what was found a view, as it was written: {@code file_holders} or {@code chunk_holders},
   * which the tables are made from.
   */
  public void show(String holders, Dataset<Row> written) {
    written.createOrReplaceTempView(holders);
  }

  /** Table {@code file_sharing}, sorted. */
  public Dataset<Row> fileSharing(int parts) {
    return sorted(spark.table("file_holders").drop(SharingTables.HOLDERS), parts, FINGERPRINT);
  }

  /** Table {@code chunk_sharing}, sorted. */
  public Dataset<Row> chunkSharing(int parts) {
    sql("zero_sharing").createOrReplaceTempView("zero_sharing");
    return sorted(sql("chunk_sharing"), parts, FINGERPRINT);
  }

  /** Table {@code file_bundle} or {@code chunk_bundle}, sorted. */
  public Dataset<Row> bundles(String table, int parts) {
    return sorted(sql(table), parts, "bundle");
  }

  /** Read row by row, so that the driver holds numbers only and no digests. */
  private LayerOwners layerOwners() {
    OwnerPairs owners = new OwnerPairs(spark.table("layer_key").count());
    Dataset<Row> rows = sql("layer_owner");
    RowReader<OwnerPairs.LayerOwner> reader =
        RowReader.of(rows.schema(), OwnerPairs.LayerOwner.class);
    rows.toLocalIterator().forEachRemaining(pair -> owners.add(reader.record(pair)));
    return owners.build();
  }

  private Dataset<Row> sql(String name) {
    return spark.sql(SqlFiles.text("sharing", name));
  }

  /** In ranges of fingerprints, by these and what else is named in each. */
  static Dataset<Row> sorted(
      Dataset<Row> contents, int parts, String fingerprint, String... others) {
    Column[] order =
        Stream.concat(Stream.of(fingerprint), Stream.of(others))
            .map(functions::col)
            .toArray(Column[]::new);
    Column range = LEADING_BYTES.apply(col(fingerprint)).multiply(parts).divide(LEADING);
    return contents
        .repartitionById(parts, range.cast(DataTypes.IntegerType))
        .sortWithinPartitions(order);
  }

  private static Dataset<Row> folded(
      String table, Dataset<Row> sorted, MapPartitionsFunction<Row, Row> fold) {
    return sorted.mapPartitions(fold, Encoders.row(SharingTables.held(table)));
  }

  /** The range of a fingerprint of any length, or none, in fingerprint order. */
  private static int leading(byte @Nullable [] fingerprint) {
    if (fingerprint == null) {
      return 0;
    }
    int first = fingerprint.length > 0 ? fingerprint[0] & 0xff : 0;
    int second = fingerprint.length > 1 ? fingerprint[1] & 0xff : 0;
    return first << 8 | second;
  }
}
