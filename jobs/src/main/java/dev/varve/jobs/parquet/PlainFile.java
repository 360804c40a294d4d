package dev.varve.jobs.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.datasources.parquet.SparkToParquetSchemaConverter;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A file of rows as they are, which is read once and deleted: no dictionaries, statistics or
 * checksums, which would cost more than they save, and one page for each column of a row group.
 */
final class PlainFile implements Closeable {
  /**
   * Several tables of a task are written at the same time, each with so much in memory, and twice
   * that outside the heap while it is compressed.
   */
  private static final long ROW_GROUP_BYTES = 4L << 20;

  /** Where the codec begins: most files are small. */
  private static final int CODEC_BYTES = 64 << 10;

  private final List<PlainColumn> columns = new ArrayList<>();
  private final PlainValue[] values;
  private final CompressionCodecFactory codecs;
  private final ParquetFileWriter file;
  private long rows;

  /** A new file of rows with these columns; the directories above it are made. */
  PlainFile(Path path, StructType schema, Configuration configuration) throws IOException {
    MessageType message = new SparkToParquetSchemaConverter(new SQLConf()).convert(schema);
    message.getColumns().forEach(column -> columns.add(new PlainColumn(column)));
    Iterator<PlainColumn> next = columns.iterator();
    StructField[] fields = schema.fields();
    values = new PlainValue[fields.length];
    for (int place = 0; place < fields.length; place++) {
      values[place] =
          PlainValue.of(fields[place].dataType(), fields[place].nullable(), 0, next::next);
    }
    codecs = new CodecFactory(configuration, CODEC_BYTES);
    file =
        new ParquetFileWriter(
            HadoopOutputFile.fromPath(path, configuration),
            message,
            ParquetFileWriter.Mode.CREATE,
            ParquetWriter.DEFAULT_BLOCK_SIZE,
            ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
            null,
            ParquetProperties.builder().withPageWriteChecksumEnabled(false).build());
    file.start();
  }

  /** Adds a row. */
  void add(Row row) throws IOException {
    for (int place = 0; place < values.length; place++) {
      values[place].write(row.get(place), 0, 0);
    }
    rows++;
    long held = 0;
    for (PlainColumn column : columns) {
      held += column.bytes();
    }
    if (held >= ROW_GROUP_BYTES) {
      endRowGroup();
    }
  }

  /** Bytes of the longest text that was added. */
  int longestText() {
    return columns.stream().mapToInt(PlainColumn::longestText).max().orElse(0);
  }

  private void endRowGroup() throws IOException {
    file.startBlock(rows);
    for (PlainColumn column : columns) {
      column.write(file, codecs.getCompressor(CompressionCodecName.SNAPPY));
    }
    file.endBlock();
    rows = 0;
  }

  @Override
  public void close() throws IOException {
    try (file) {
      if (rows > 0) {
        endRowGroup();
      }
      file.end(Map.of());
    } finally {
      codecs.release();
    }
  }
}
