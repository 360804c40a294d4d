package dev.varve.jobs.parquet;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import scala.Function1;
import scala.jdk.javaapi.CollectionConverters;

/** Writes files of rows with the same columns, without a job. */
final class RowFiles {
  private final OutputWriterFactory factory;
  private final SerializableConfiguration configuration;
  private final StructType columns;

  RowFiles(
      SparkSession spark, ParquetFileFormat format, StructType columns, Map<String, String> options)
      throws IOException {
    scala.collection.immutable.Map<String, String> all =
        scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(options));
    Job job =
        Job.getInstance(
            ((org.apache.spark.sql.classic.SparkSession) spark)
                .sessionState()
                .newHadoopConfWithOptions(all));
    this.columns = columns;
    factory = format.prepareWrite(spark, job, all, columns);
    configuration = new SerializableConfiguration(job.getConfiguration());
  }

  Writing open(Path file) {
    return new Writing(
        factory.newInstance(
            file.toString(),
            columns,
            new TaskAttemptContextImpl(configuration.value(), new TaskAttemptID())),
        CatalystTypeConverters.createToCatalystConverter(columns));
  }

  /** A file that is being written. */
  static final class Writing implements AutoCloseable {
    private final OutputWriter writer;
    private final Function1<Object, Object> converter;
    private long rows;

    private Writing(OutputWriter writer, Function1<Object, Object> converter) {
      this.writer = writer;
      this.converter = converter;
    }

    void add(Row row) {
      add((InternalRow) converter.apply(row));
    }

    void add(InternalRow row) {
      writer.write(row);
      rows++;
    }

    /** How many were added. */
    long rows() {
      return rows;
    }

    @Override
    public void close() {
      writer.close();
    }
  }
}
