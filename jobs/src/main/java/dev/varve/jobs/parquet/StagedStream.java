package dev.varve.jobs.parquet;

import dev.varve.jobs.row.WideRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
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
  private final Path folder;

  /** What lies in a folder. */
  public StagedStream(SparkSession spark, WideRow wide, Path folder) {
    this.spark = spark;
    this.wide = wide;
    this.folder = folder;
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
            .parquet(folder.toString());
    return wide.table(all, table);
  }

  /** Its files, at least one. */
  public List<String> files() throws IOException {
    List<String> files = new ArrayList<>();
    for (FileStatus status : system().listStatus(folder)) {
      if (status.getPath().getName().endsWith(".parquet")) {
        files.add(status.getPath().toString());
      }
    }
    return files;
  }

  /** Bytes that were written. */
  public long bytes() throws IOException {
    return system().getContentSummary(folder).getLength();
  }

  private FileSystem system() throws IOException {
    return folder.getFileSystem(spark.sparkContext().hadoopConfiguration());
  }
}
