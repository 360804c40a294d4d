package dev.varve.jobs.parquet;

import dev.varve.jobs.row.WideRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Rows of several tables that were written once, so that the tables can be made from them: files
 * for each table; not visible to readers, and deleted when their publication is committed.
 */
public final class StagedStream {
  private final SparkSession spark;
  private final WideRow wide;
  private final Map<String, List<String>> files;
  private final int longestText;

  private StagedStream(
      SparkSession spark, WideRow wide, Map<String, List<String>> files, int longestText) {
    this.spark = spark;
    this.wide = wide;
    this.files = files;
    this.longestText = longestText;
  }

  /**
   * Writes a stream by a job. Each attempt of a task has files of its own; those of attempts that
   * do not end are not read.
   */
  public static StagedStream write(
      SparkSession spark, WideRow wide, JavaRDD<Row> stream, Path folder) throws IOException {
    Broadcast<SerializableConfiguration> hadoop =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .broadcast(new SerializableConfiguration(configuration(spark)));
    StructType tables = wide.schema();
    String parent = folder.toString();
    return of(
        spark,
        wide,
        stream.mapPartitions(rows -> written(rows, tables, parent, hadoop)).collect(),
        folder);
  }

  private static Iterator<StagedFiles.Written> written(
      Iterator<Row> rows,
      StructType tables,
      String folder,
      Broadcast<SerializableConfiguration> hadoop)
      throws IOException {
    String part = String.valueOf(TaskContext.get().taskAttemptId());
    StagedFiles files = new StagedFiles(tables, new Path(folder), part, hadoop.value().value());
    try (files) {
      rows.forEachRemaining(files::add);
    }
    return List.of(files.written()).iterator();
  }

  /** The same of rows that the driver has one by one; several threads may hand them over. */
  public static StagedStream write(SparkSession spark, WideRow wide, RowSource rows, Path folder)
      throws IOException {
    StagedFiles files = new StagedFiles(wide.schema(), folder, "driver", configuration(spark));
    try (files) {
      rows.each(
          row -> {
            synchronized (files) {
              files.add(row);
            }
          });
    }
    return of(spark, wide, List.of(files.written()), folder);
  }

  private static StagedStream of(
      SparkSession spark, WideRow wide, List<StagedFiles.Written> written, Path folder)
      throws IOException {
    Map<String, List<String>> files = new HashMap<>();
    int longestText = 0;
    for (StagedFiles.Written part : written) {
      part.files()
          .forEach(
              (table, file) -> files.computeIfAbsent(table, of -> new ArrayList<>()).add(file));
      longestText = Math.max(longestText, part.longestText());
    }
    StagedFiles empty = new StagedFiles(wide.schema(), folder, "empty", configuration(spark));
    try (empty) {
      for (String table : wide.schema().fieldNames()) {
        if (!files.containsKey(table)) {
          empty.addEmpty(table);
        }
      }
    }
    empty.written().files().forEach((table, file) -> files.put(table, List.of(file)));
    return new StagedStream(spark, wide, files, longestText);
  }

  private static Configuration configuration(SparkSession spark) {
    return ((org.apache.spark.sql.classic.SparkSession) spark).sessionState().newHadoopConf();
  }

  /** The columns of one of its tables. */
  public StructType columns(String table) {
    return wide.columns(table);
  }

  /** The rows of one of its tables. */
  public Dataset<Row> rows(String table) {
    return wide.timed(
        spark
            .read()
            .option("__globPaths__", "false")
            .schema((StructType) wide.schema().apply(table).dataType())
            .parquet(files(table).toArray(String[]::new)),
        table);
  }

  /** The files of one of its tables, at least one. Times in them are counts of microseconds. */
  public List<String> files(String table) {
    return files.getOrDefault(table, List.of());
  }

  /** Bytes of the longest text in the rows. */
  public int longestText() {
    return longestText;
  }

  /** Bytes that were written. */
  public long bytes() throws IOException {
    long bytes = 0;
    for (List<String> ofTable : files.values()) {
      for (String file : ofTable) {
        Path path = new Path(file);
        bytes +=
            path.getFileSystem(spark.sparkContext().hadoopConfiguration())
                .getFileStatus(path)
                .getLen();
      }
    }
    return bytes;
  }
}
