package dev.varve.jobs.parquet;

import dev.varve.jobs.row.WideRow;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Wide rows that were written once, so that several tables can be made from them; not visible to
 * readers, and deleted when their publication is committed.
 */
public final class StagedStream {
  private final SparkSession spark;
  private final WideRow wide;
  private final List<String> files;

  private StagedStream(SparkSession spark, WideRow wide, List<String> files) {
    this.spark = spark;
    this.wide = wide;
    this.files = List.copyOf(files);
  }

  /**
   * Writes a stream by a job, one file for each partition. Each attempt of a task has a file of its
   * own; those that do not end are not read.
   */
  public static StagedStream write(
      SparkSession spark, WideRow wide, JavaRDD<Row> stream, Path folder) throws IOException {
    Broadcast<RowFiles> files =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .broadcast(RowFiles.once(spark, wide.schema()));
    String parent = folder.toString();
    return new StagedStream(
        spark, wide, stream.mapPartitions(rows -> written(rows, files, parent)).collect());
  }

  private static Iterator<String> written(
      Iterator<Row> rows, Broadcast<RowFiles> files, String folder) {
    Path file = new Path(folder, "part-" + TaskContext.get().taskAttemptId() + ".parquet");
    try (RowFiles.Writing writing = files.value().open(file)) {
      while (rows.hasNext()) {
        writing.add(rows.next());
      }
    }
    return List.of(file.toString()).iterator();
  }

  /** The same of rows that the driver has one by one; several threads may hand them over. */
  public static StagedStream write(SparkSession spark, WideRow wide, RowSource rows, Path folder)
      throws IOException {
    Path file = new Path(folder, "part.parquet");
    try (RowFiles.Writing writing = RowFiles.once(spark, wide.schema()).open(file)) {
      rows.each(
          row -> {
            synchronized (writing) {
              writing.add(row);
            }
          });
    }
    return new StagedStream(spark, wide, List.of(file.toString()));
  }

  /** The columns of one of its tables. */
  public StructType columns(String table) {
    return wide.columns(table);
  }

  /** The rows of one of its tables. */
  public Dataset<Row> rows(String table) {
    Dataset<Row> all =
        spark
            .read()
            .option("__globPaths__", "false")
            .schema(wide.schema())
            .parquet(files.toArray(String[]::new));
    return wide.table(all, table);
  }

  /** Its files, at least one. */
  public List<String> files() {
    return files;
  }

  /** Bytes that were written. */
  public long bytes() throws IOException {
    long bytes = 0;
    for (String file : files) {
      Path path = new Path(file);
      bytes +=
          path.getFileSystem(spark.sparkContext().hadoopConfiguration())
              .getFileStatus(path)
              .getLen();
    }
    return bytes;
  }
}
