package dev.varve.jobs.warehouse.parquet;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/** Operations on whole Parquet files: counts their rows, joins several into one. */
public final class ParquetParts {
  private static final int BUFFER_BYTES = 1 << 16;

  /** Most row groups to which one of a single row is added. */
  private static final int MAX_GROUPS = 32;

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
    int last = parts.size() - 1;
    join(parts.subList(0, last), parts.get(last), target, group -> true);
  }

  /**
   * Puts a row behind the rows of other files, whose row groups are copied unchanged. Its earlier
   * version is left out: a row group of one row with the same key.
   *
   * @param key column of texts by which rows are sorted
   * @param row file with the one row
   * @return false, and nothing is written, if the copied groups are many, have not only smaller
   *     keys, or have other columns
   */
  public static boolean append(List<StoreFile> files, String key, StoreFile row, StoreFile target)
      throws IOException {
    MessageType schema;
    String value;
    try (ParquetFileReader reader = row.reader()) {
      schema = reader.getFileMetaData().getSchema();
      value = largest(key, reader.getRowGroups().get(0));
    }
    Predicate<BlockMetaData> isOther =
        group -> group.getRowCount() > 1 || !largest(key, group).equals(value);
    int groups = 0;
    for (StoreFile file : files) {
      try (ParquetFileReader reader = file.reader()) {
        if (!reader.getFileMetaData().getSchema().equals(schema)) {
          return false;
        }
        List<BlockMetaData> others = reader.getRowGroups().stream().filter(isOther).toList();
        groups += others.size();
        if (others.stream().anyMatch(group -> largest(key, group).compareTo(value) >= 0)) {
          return false;
        }
      }
    }
    if (groups > MAX_GROUPS) {
      return false;
    }
    join(files, row, target, isOther);
    return true;
  }

  /** The largest text of a column; one larger than all where it is unknown. */
  private static String largest(String column, BlockMetaData group) {
    return group.getColumns().stream()
        .filter(chunk -> chunk.getPath().toDotString().equals(column))
        .filter(chunk -> chunk.getStatistics().hasNonNullValue())
        .map(chunk -> ((Binary) chunk.getStatistics().genericGetMax()).toStringUsingUTF8())
        .findFirst()
        .orElse("\uffff");
  }

  /** Joins files; the last one is whole, and its metadata are those of the result. */
  private static void join(
      List<StoreFile> files, StoreFile last, StoreFile target, Predicate<BlockMetaData> isCopied)
      throws IOException {
    FileMetaData metadata;
    try (ParquetFileReader reader = last.reader()) {
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
      for (StoreFile file : files) {
        append(file, out, isCopied);
      }
      append(last, out, group -> true);
      out.end(Map.copyOf(metadata.getKeyValueMetaData()));
    }
  }

  /** Appends the row groups of a file, with their page indexes and Bloom filters. */
  private static void append(
      StoreFile file, ParquetFileWriter out, Predicate<BlockMetaData> isCopied) throws IOException {
    try (ParquetFileReader reader = file.reader();
        SeekableInputStream in = file.newStream()) {
      MessageType schema = reader.getFileMetaData().getSchema();
      for (BlockMetaData group : reader.getRowGroups().stream().filter(isCopied).toList()) {
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
