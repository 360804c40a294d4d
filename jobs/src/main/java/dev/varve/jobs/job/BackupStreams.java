package dev.varve.jobs.job;

import static org.apache.spark.sql.functions.col;

import dev.varve.backup.BackupRules;
import dev.varve.backup.PopularStore;
import dev.varve.backup.SegmentReferences;
import dev.varve.backup.SrbRouting;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.SqlFiles;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The published segments on their way through the folds of {@link BackupFolds}. */
final class BackupStreams {
  private static final int MOST_BINS = 4096;
  private static final int CACHE_ROWS = 128;

  private final SparkSession spark;
  private final Publication publication;

  /** Over the tables that are views of the session; writes aside what is read twice. */
  BackupStreams(SparkSession spark, Publication publication) {
    this.spark = spark;
    this.publication = publication;
  }

  /** The segments with data, VM by VM, each in the order of its snapshots and positions. */
  Dataset<Row> references(int partitions) {
    BackupFunctions.register(spark);
    spark.conf().set("spark.sql.inMemoryColumnarStorage.batchSize", String.valueOf(CACHE_ROWS));
    select("ordered").createOrReplaceTempView("ordered");
    return select("references")
        .repartition(partitions, col("vm"))
        .sortWithinPartitions(col("vm"), col("number"), col("position"), col("chunks").isNotNull());
  }

  /** How often levels 1 and 2 left each chunk under each of the rules. */
  Dataset<Row> popularity(Dataset<Row> references, List<BackupRules> rules, int most) {
    spark
        .createDataFrame(
            references
                .toJavaRDD()
                .mapPartitions(
                    rows -> BackupFolds.leftovers(BackupFunctions.segments(rows), rules, most)),
            BackupFolds.LEFTOVER)
        .createOrReplaceTempView("found_leftover");
    return publication.aside("popularity", select("popularity"));
  }

  /** What the stores of all rules and the bins of SRB hold: rows of {@link BackupFolds#WIDE}. */
  Dataset<Row> stores(
      Dataset<Row> references, List<BackupRules> rules, List<PopularStore> stores, int machines) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Broadcast<List<PopularStore>> popular = context.broadcast(List.copyOf(stores));
    Dataset<Row> vms =
        spark.createDataFrame(
            references
                .toJavaRDD()
                .mapPartitions(
                    rows ->
                        BackupFolds.stores(BackupFunctions.segments(rows), rules, popular.value())),
            BackupFolds.WIDE.schema());
    long blockBytes = rules.get(0).blockBytes();
    SrbRouting routing = new SrbRouting(machines);
    Dataset<Row> routed =
        spark.createDataFrame(
            references.toJavaRDD().mapPartitions(rows -> routed(rows, routing)),
            BackupFunctions.BINNED);
    Dataset<Row> bins =
        spark.createDataFrame(
            routed
                .repartition(Math.min(MOST_BINS, machines), col("bin"))
                .sortWithinPartitions("bin", "vm", "number", "position")
                .toJavaRDD()
                .mapPartitions(rows -> BackupFolds.bins(binned(rows), blockBytes)),
            BackupFolds.WIDE.schema());
    Dataset<Row> stored = publication.aside("stores", vms);
    return stored.union(publication.aside("bins", bins));
  }

  private static Iterator<Row> routed(Iterator<Row> rows, SrbRouting routing) {
    Iterator<SegmentReferences> segments = BackupFunctions.segments(rows);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return segments.hasNext();
      }

      @Override
      public Row next() {
        return BackupFunctions.binned(segments.next(), routing);
      }
    };
  }

  private static Iterator<BackupFolds.BinnedSegment> binned(Iterator<Row> rows) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public BackupFolds.BinnedSegment next() {
        Row row = rows.next();
        return new BackupFolds.BinnedSegment(row.getAs("bin"), BackupFunctions.segment(row));
      }
    };
  }

  private Dataset<Row> select(String name) {
    return spark.sql(SqlFiles.text("simulate", name));
  }
}
