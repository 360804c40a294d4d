package dev.varve.jobs.sharing;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.schema.Tables;
import dev.varve.model.Fingerprint;
import dev.varve.sharing.ChunkDegrees;
import dev.varve.sharing.FileDegrees;
import dev.varve.sharing.LayerOwners;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Consumer;
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

/**
 * The tables of sharing degrees, computed from the views of recipes and owners. References ({@code
 * schemas/sharing}) are shuffled once into ranges of fingerprints and sorted there by the engine,
 * which spills to disk. Then one fold counts the owners of one content after another, so the result
 * is already sorted. Digests are uniform, so ranges by their first bytes are of equal size.
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
   * @param parts number of ranges of fingerprints, which are counted independently
   */
  public Dataset<Row> files(int parts) {
    sql("layer_key").createOrReplaceTempView("layer_key");
    Broadcast<LayerOwners> owners =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(layerOwners());
    Dataset<Row> sorted = sorted(sql("file_reference"), parts, "layer");
    RowReader<SharingTables.FileReference> references =
        RowReader.of(sorted.schema(), SharingTables.FileReference.class);
    return folded(
        "file_sharing",
        sorted,
        rows -> new FoldRows<>(rows, new Files(references, owners.value())));
  }

  /** Table {@code chunk_sharing}, sorted. */
  public Dataset<Row> chunks(int parts) {
    Dataset<Row> sorted = sorted(sql("chunk_reference"), parts, "snapshot_number", "segment");
    RowReader<SharingTables.ChunkReference> references =
        RowReader.of(sorted.schema(), SharingTables.ChunkReference.class);
    Dataset<Row> degrees =
        folded("chunk_sharing", sorted, rows -> new FoldRows<>(rows, new Chunks(references)));
    return sql("zero_sharing").union(degrees);
  }

  /** A row of {@code schemas/sharing/layer_owner.sql}. */
  private record LayerOwner(int layer, boolean isRepository, int owner) {}

  /** Read row by row, so that the driver holds numbers only and no digests. */
  private LayerOwners layerOwners() {
    LayerOwners.Builder owners =
        new LayerOwners.Builder(Math.toIntExact(spark.table("layer_key").count()));
    Dataset<Row> rows = sql("layer_owner");
    RowReader<LayerOwner> reader = RowReader.of(rows.schema(), LayerOwner.class);
    Iterator<Row> pairs = rows.toLocalIterator();
    while (pairs.hasNext()) {
      LayerOwner pair = reader.record(pairs.next());
      if (pair.isRepository()) {
        owners.repository(pair.layer(), pair.owner());
      } else {
        owners.image(pair.layer(), pair.owner());
      }
    }
    return owners.build();
  }

  private Dataset<Row> sql(String name) {
    return spark.sql(SqlFiles.text("sharing", name));
  }

  private static Dataset<Row> sorted(Dataset<Row> references, int parts, String... owner) {
    Column[] order =
        Stream.concat(Stream.of(FINGERPRINT), Stream.of(owner))
            .map(functions::col)
            .toArray(Column[]::new);
    Column range = LEADING_BYTES.apply(col(FINGERPRINT)).multiply(parts).divide(LEADING);
    return references
        .repartitionById(parts, range.cast(DataTypes.IntegerType))
        .sortWithinPartitions(order);
  }

  private static Dataset<Row> folded(
      String table, Dataset<Row> sorted, MapPartitionsFunction<Row, Row> fold) {
    return sorted.mapPartitions(fold, Encoders.row(Tables.schema(table)));
  }

  /** The range of a fingerprint of any length, in fingerprint order. */
  private static int leading(byte[] fingerprint) {
    int first = fingerprint.length > 0 ? fingerprint[0] & 0xff : 0;
    int second = fingerprint.length > 1 ? fingerprint[1] & 0xff : 0;
    return first << 8 | second;
  }

  /** Folds sorted references into one row for each content. */
  private abstract static class Contents<R extends Record> implements FoldRows.Fold<Row> {
    private final RowReader<R> references;
    private byte[] fingerprint = {};

    Contents(RowReader<R> references) {
      this.references = references;
    }

    @Override
    public final void add(Row row, Consumer<Row> output) {
      R reference = references.record(row);
      byte[] next = fingerprint(reference);
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

    abstract byte[] fingerprint(R reference);

    abstract void start(R first);

    abstract void count(R reference);

    abstract Row row(byte[] of);
  }

  private static final class Files extends Contents<SharingTables.FileReference> {
    private final FileDegrees degrees;
    private long bytes;

    Files(RowReader<SharingTables.FileReference> references, LayerOwners owners) {
      super(references);
      this.degrees = new FileDegrees(owners);
    }

    @Override
    byte[] fingerprint(SharingTables.FileReference reference) {
      return reference.fingerprint();
    }

    @Override
    void start(SharingTables.FileReference first) {
      bytes = first.bytes();
      degrees.start();
    }

    @Override
    void count(SharingTables.FileReference reference) {
      degrees.add(reference.layer());
    }

    @Override
    Row row(byte[] of) {
      SharingTables.FileCounts counts =
          new SharingTables.FileCounts(
              degrees.copies(), degrees.layers(), degrees.images(), degrees.repositories());
      return SharingTables.FILES.row(new SharingTables.FileRow(Fingerprint.of(of), bytes, counts));
    }
  }

  private static final class Chunks extends Contents<SharingTables.ChunkReference> {
    private final ChunkDegrees degrees = new ChunkDegrees();
    private long bytes;

    Chunks(RowReader<SharingTables.ChunkReference> references) {
      super(references);
    }

    @Override
    byte[] fingerprint(SharingTables.ChunkReference reference) {
      return reference.fingerprint();
    }

    @Override
    void start(SharingTables.ChunkReference first) {
      bytes = first.bytes();
      degrees.start();
    }

    @Override
    void count(SharingTables.ChunkReference reference) {
      degrees.add(reference.vmNumber(), reference.snapshotNumber(), reference.segment());
    }

    @Override
    Row row(byte[] of) {
      SharingTables.ChunkCounts counts =
          new SharingTables.ChunkCounts(
              degrees.copies(), degrees.segments(), degrees.snapshots(), degrees.vms());
      return SharingTables.CHUNKS.row(
          new SharingTables.ChunkRow(Fingerprint.of(of), bytes, counts));
    }
  }
}
