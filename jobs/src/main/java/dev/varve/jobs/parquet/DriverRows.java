package dev.varve.jobs.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.paths.SparkPath;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.jdk.javaapi.CollectionConverters;

/** Reads few rows of files by the engine's own reader, but without a job. */
public final class DriverRows {
  private DriverRows() {}

  /**
   * The first rows of files, in the columns of a table.
   *
   * @param most that are read
   */
  public static List<Row> read(SparkSession spark, StructType columns, List<String> files, int most)
      throws IOException {
    List<Row> rows = new ArrayList<>();
    if (files.isEmpty()) {
      return rows;
    }
    scala.collection.immutable.Map<String, String> options =
        scala.collection.immutable.Map$.MODULE$.from(
            CollectionConverters.asScala(Map.of("returning_batch", "false")));
    Configuration hadoop =
        ((org.apache.spark.sql.classic.SparkSession) spark)
            .sessionState()
            .newHadoopConfWithOptions(options);
    Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> reader =
        new ParquetFileFormat()
            .buildReaderWithPartitionValues(
                spark,
                columns,
                new StructType(),
                columns,
                CollectionConverters.asScala(List.<Filter>of()).toSeq(),
                options,
                hadoop);
    Function1<Object, Object> converter = CatalystTypeConverters.createToScalaConverter(columns);
    for (String file : files) {
      Path path = new Path(file);
      FileStatus status = path.getFileSystem(hadoop).getFileStatus(path);
      scala.collection.Iterator<InternalRow> in = reader.apply(whole(status));
      while (in.hasNext() && rows.size() < most) {
        rows.add((Row) converter.apply(in.next()));
      }
      if (in instanceof Closeable open) {
        open.close();
      }
    }
    return rows;
  }

  private static PartitionedFile whole(FileStatus status) {
    return new PartitionedFile(
        InternalRow.empty(),
        SparkPath.fromFileStatus(status),
        0,
        status.getLen(),
        new String[0],
        status.getModificationTime(),
        status.getLen(),
        scala.collection.immutable.Map$.MODULE$.<String, Object>empty());
  }
}
