package dev.varve.jobs.warehouse.parquet;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/** Operations on whole Parquet files: counts their rows, joins several into one. */
public final class ParquetParts {
  private static final int BUFFER_BYTES = 1 << 16;

  private ParquetParts() {}

  /** The number of rows of a file, read from its footer. */
  public static long rows(StoreFile file) throws IOException {
    try (ParquetFileReader reader = file.reader()) {
      return reader.getRecordCount();
    }
  }

  /**
   * Whether any row of a file has a value in a column, as its footer says. A file without the
   * column has none; one whose footer does not count nulls may have some.
   */
  public static boolean hasValues(StoreFile file, String column) throws IOException {
    try (ParquetFileReader reader = file.reader()) {
      return reader.getRowGroups().stream()
          .flatMap(group -> group.getColumns().stream())
          .filter(chunk -> chunk.getPath().toDotString().equals(column))
          .anyMatch(
              chunk ->
                  !chunk.getStatistics().isNumNullsSet()
                      || chunk.getStatistics().getNumNulls() < chunk.getValueCount());
    }
  }

  /**
   * Facts by which a change of a file is detected.
   *
   * @param rows number of rows
   * @param tail CRC-32 of all bytes after the last page: page indexes, Bloom filters and footer.
   *     Parquet's own checksums do not cover them
   */
  public record Facts(long rows, long tail) {}

  /** The number of rows of a file, and the checksum of the bytes after its last page. */
  public static Facts facts(StoreFile file) throws IOException {
    long rows;
    long end = ParquetFileWriter.MAGIC.length;
    try (ParquetFileReader reader = file.reader()) {
      rows = reader.getRecordCount();
      for (BlockMetaData group : reader.getRowGroups()) {
        for (ColumnChunkMetaData chunk : group.getColumns()) {
          end = Math.max(end, chunk.getStartingPos() + chunk.getTotalSize());
        }
      }
    }
    CRC32 tail = new CRC32();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (SeekableInputStream in = file.newStream()) {
      in.seek(end);
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        tail.update(buffer, 0, read);
      }
    }
    return new Facts(rows, tail.getValue());
  }

  /**
   * Joins several files into one by copying their row groups unchanged. A table that is one file
   * can be replaced by one rename, so it changes atomically, however many tasks wrote its parts.
   */
  public static void join(List<StoreFile> parts, StoreFile target) throws IOException {
    FileMetaData metadata;
    try (ParquetFileReader reader = parts.get(0).reader()) {
      metadata = reader.getFileMetaData();
    }
    try (ParquetFileWriter out =
        new ParquetFileWriter(
            target,
            metadata.getSchema(),
            ParquetFileWriter.Mode.CREATE,
            ParquetWriter.DEFAULT_BLOCK_SIZE,
            ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
            null, // not encrypted
            ParquetProperties.builder().build())) {
      out.start();
      for (StoreFile part : parts) {
        append(part, out);
      }
      out.end(Map.copyOf(metadata.getKeyValueMetaData()));
    }
  }

  /** Appends the row groups of a file, with their page indexes and Bloom filters. */
  private static void append(StoreFile file, ParquetFileWriter out) throws IOException {
    try (ParquetFileReader reader = file.reader();
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
