package dev.varve.jobs.warehouse.parquet;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/** Operations on whole Parquet files: counts their rows, joins several into one. */
public final class ParquetParts {
  private ParquetParts() {}

  /** Rows of a file, from its footer. */
  public static long rows(FileStatus file, Configuration configuration) throws IOException {
    try (ParquetFileReader reader =
        open(HadoopInputFile.fromStatus(file, configuration), configuration)) {
      return reader.getRecordCount();
    }
  }

  /**
   * The facts by which a file is recognized.
   *
   * @param tail CRC-32 of all bytes behind its last page: the indexes of pages, filters, and the
   *     footer, which no checksum of Parquet covers
   */
  public record Facts(long rows, long tail) {}

  /** Rows of a file and the checksum of its tail. */
  public static Facts facts(FileStatus file, Configuration configuration) throws IOException {
    HadoopInputFile input = HadoopInputFile.fromStatus(file, configuration);
    long rows;
    long end = ParquetFileWriter.MAGIC.length;
    try (ParquetFileReader reader = open(input, configuration)) {
      rows = reader.getRecordCount();
      for (BlockMetaData group : reader.getRowGroups()) {
        for (ColumnChunkMetaData chunk : group.getColumns()) {
          end = Math.max(end, chunk.getStartingPos() + chunk.getTotalSize());
        }
      }
    }
    CRC32 tail = new CRC32();
    byte[] buffer = new byte[1 << 16];
    try (SeekableInputStream in = input.newStream()) {
      in.seek(end);
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        tail.update(buffer, 0, read);
      }
    }
    return new Facts(rows, tail.getValue());
  }

  /** Opens a file; without options Parquet would parse the defaults of Hadoop each time. */
  private static ParquetFileReader open(HadoopInputFile file, Configuration configuration)
      throws IOException {
    return ParquetFileReader.open(file, HadoopReadOptions.builder(configuration).build());
  }

  /**
   * Joins several files into one by copying their row groups unchanged. One file can be replaced by
   * one rename, so a table changes atomically however many tasks wrote it.
   */
  public static void join(List<Path> parts, Path target, Configuration configuration)
      throws IOException {
    HadoopInputFile first = HadoopInputFile.fromPath(parts.get(0), configuration);
    FileMetaData metadata;
    try (ParquetFileReader reader = open(first, configuration)) {
      metadata = reader.getFileMetaData();
    }
    try (ParquetFileWriter out =
        new ParquetFileWriter(
            SyncedOutput.of(target, configuration),
            metadata.getSchema(),
            ParquetFileWriter.Mode.CREATE,
            ParquetWriter.DEFAULT_BLOCK_SIZE,
            ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
            null, // not encrypted
            ParquetProperties.builder().build())) {
      out.start();
      for (Path part : parts) {
        append(HadoopInputFile.fromPath(part, configuration), configuration, out);
      }
      out.end(Map.copyOf(metadata.getKeyValueMetaData()));
    }
  }

  /** The row groups of a file, with the indexes of their pages and their Bloom filters. */
  private static void append(
      HadoopInputFile file, Configuration configuration, ParquetFileWriter out) throws IOException {
    try (ParquetFileReader reader = open(file, configuration);
        SeekableInputStream in = file.newStream()) {
      MessageType schema = reader.getFileMetaData().getSchema();
      for (BlockMetaData group : reader.getRowGroups()) {
        out.startBlock(group.getRowCount());
        for (ColumnChunkMetaData chunk : group.getColumns()) {
          out.appendColumnChunk(
              schema.getColumnDescription(chunk.getPath().toArray()),
              in,
              chunk,
              reader.readBloomFilter(chunk),
              reader.readColumnIndex(chunk),
              reader.readOffsetIndex(chunk));
        }
        out.endBlock();
      }
    }
  }
}
