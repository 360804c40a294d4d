package dev.varve.jobs.sharing;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.table.SqlFiles;
import dev.varve.jobs.table.Tables;
import dev.varve.sharing.ChunkDegrees;
import dev.varve.sharing.FileDegrees;
import dev.varve.sharing.LayerOwners;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/**
 * The tables of sharing degrees, from the views of recipes and owners. References ({@code
 * schemas/sharing}) are shuffled once, each partition a range of fingerprints, and sorted there by
 * the engine, which spills; then one fold counts the owners of one content after another, so that
 * the result is sorted as it comes. Digests spread evenly: their first bytes make equal ranges.
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

  /**
   * Table {@code file_sharing}, sorted.
   *
   * @param parts how many ranges of fingerprints are counted apart from each other
   */
  public Dataset<Row> files(int parts) {
    sql("layer_key").createOrReplaceTempView("layer_key");
    Broadcast<LayerOwners> owners =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(layerOwners());
    return folded(
        "file_sharing",
        sorted(sql("file_reference"), parts, "layer"),
        rows -> new FoldRows<>(rows, new Files(owners.value())));
  }

  /** Table {@code chunk_sharing}, sorted. */
  public Dataset<Row> chunks(int parts) {
    Dataset<Row> degrees =
        folded(
            "chunk_sharing",
            sorted(sql("chunk_reference"), parts, "snapshot_number", "segment"),
            rows -> new FoldRows<>(rows, new Chunks()));
    return sql("zero_sharing").union(degrees);
  }

  /** Row by row: the driver holds numbers, no digests. */
  private LayerOwners layerOwners() {
    LayerOwners.Builder owners =
        new LayerOwners.Builder(Math.toIntExact(spark.table("layer_key").count()));
    Iterator<Row> pairs = sql("layer_owner").toLocalIterator();
    while (pairs.hasNext()) {
      Row pair = pairs.next();
      if (pair.getBoolean(1)) {
        owners.repository(pair.getInt(0), pair.getInt(2));
      } else {
        owners.image(pair.getInt(0), pair.getInt(2));
      }
    }
    return owners.build();
  }

  private Dataset<Row> sql(String name) {
    return spark.sql(SqlFiles.text("sharing", name));
  }

  private static Dataset<Row> sorted(Dataset<Row> references, int parts, String... owner) {
    Column[] order = new Column[owner.length + 1];
    order[0] = col(FINGERPRINT);
    for (int index = 0; index < owner.length; index++) {
      order[index + 1] = col(owner[index]);
    }
    Column range = LEADING_BYTES.apply(col(FINGERPRINT)).multiply(parts).divide(LEADING);
    return references
        .repartitionById(parts, range.cast(DataTypes.IntegerType))
        .sortWithinPartitions(order);
  }

  private static Dataset<Row> folded(
      String table, Dataset<Row> sorted, MapPartitionsFunction<Row, Row> fold) {
    return sorted.mapPartitions(fold, Encoders.row(Tables.schema(table)));
  }

  /** In the order of fingerprints, also of ones shorter than two bytes. */
  private static int leading(byte[] fingerprint) {
    int first = fingerprint.length > 0 ? fingerprint[0] & 0xff : 0;
    int second = fingerprint.length > 1 ? fingerprint[1] & 0xff : 0;
    return first << 8 | second;
  }

  /** References in order, to one row a content. */
  private abstract static class Contents implements FoldRows.Fold<Row> {
    private byte[] fingerprint = {};

    @Override
    public final void add(Row reference, Consumer<Row> output) {
      byte[] next = (byte[]) reference.get(0);
      if (!Arrays.equals(next, fingerprint)) {
        finish(output);
        fingerprint = next;
        start(reference);
      }
      count(reference);
    }

    @Override
    public final void finish(Consumer<Row> output) {
      if (fingerprint.length > 0) {
        output.accept(row(fingerprint));
      }
    }

    abstract void start(Row first);

    abstract void count(Row reference);

    abstract Row row(byte[] of);
  }

  private static final class Files extends Contents {
    private final FileDegrees degrees;
    private long bytes;

    Files(LayerOwners owners) {
      this.degrees = new FileDegrees(owners);
    }

    @Override
    void start(Row first) {
      bytes = first.getLong(2);
      degrees.start();
    }

    @Override
    void count(Row reference) {
      degrees.add(reference.getInt(1));
    }

    @Override
    Row row(byte[] of) {
      return RowFactory.create(
          of, bytes, degrees.copies(), degrees.layers(), degrees.images(), degrees.repositories());
    }
  }

  private static final class Chunks extends Contents {
    private final ChunkDegrees degrees = new ChunkDegrees();
    private long bytes;

    @Override
    void start(Row first) {
      bytes = first.getInt(4);
      degrees.start();
    }

    @Override
    void count(Row reference) {
      degrees.add(reference.getInt(3), reference.getInt(1), reference.getLong(2));
    }

    @Override
    Row row(byte[] of) {
      return RowFactory.create(
          of,
          false,
          bytes,
          degrees.copies(),
          degrees.segments(),
          degrees.snapshots(),
          degrees.vms(),
          degrees.copies() * bytes);
    }
  }
}
