package dev.varve.jobs.warehouse.parquet;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.row.Columns;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file that rows are written to. Files of tables are compressed by zstd, with statistics,
 * page indexes and page checksums; columns that are declared NOT NULL are required. They say what
 * they are in key-value metadata that any reader shows: {@code varve.table}, {@code varve.comment}
 * and {@code varve.column.NAME}.
 */
public final class RowFile implements Closeable {
  private static final String FINGERPRINT = "fingerprint";

  /**
   * The table with a Bloom filter on column {@code fingerprint}. Contents are looked up in it by
   * fingerprint, but it is sorted by layer. The filter lets a reader skip row groups that lack the
   * fingerprint.
   */
  private static final String BLOOM_FILTER_TABLE = "layer_recipe";

  /**
   * Number of candidate sizes of a Bloom filter; each is half of the previous one, the largest is 1
   * MiB.
   */
  private static final int FILTER_SIZES = 10;

  private final String table;
  private final Columns columns;
  private final String path;
  private final ParquetWriter<@Nullable Object[]> writer;
  private long rows;

  private RowFile(
      String table, Columns columns, String path, ParquetWriter<@Nullable Object[]> writer) {
    this.table = table;
    this.columns = columns;
    this.path = path;
    this.writer = writer;
  }

  /**
   * A complete file and its number of rows.
   *
   * @param path its URI
   */
  public record Written(String path, long rows) implements Serializable {}

  /** A new file of a table; the folders above it are made. */
  public static RowFile ofTable(String table, String path, Store store) throws IOException {
    return ofTable(
        table,
        path,
        store,
        ParquetWriter.DEFAULT_BLOCK_SIZE,
        ParquetProperties.DEFAULT_PAGE_ROW_COUNT_LIMIT);
  }

  static RowFile ofTable(String table, String path, Store store, long groupBytes, int pageRows)
      throws IOException {
    Columns columns = Tables.columns(table);
    RowWriteSupport.Builder builder =
        new RowWriteSupport.Builder(new StoreFile(store, path), columns, metadata(table));
    builder.withCompressionCodec(CompressionCodecName.ZSTD);
    builder.withRowGroupSize(groupBytes);
    builder.withPageRowCountLimit(pageRows);
    if (columns.names().contains(FINGERPRINT)) {
      // Digests hardly repeat within a row group, so a dictionary would only take space and time.
      builder.withDictionaryEncoding(FINGERPRINT, false);
      builder.withBloomFilterEnabled(FINGERPRINT, table.equals(BLOOM_FILTER_TABLE));
      // The writer picks the smallest size that fits, as row groups differ in rows by orders of
      // magnitude.
      builder.withAdaptiveBloomFilterEnabled(true);
      builder.withBloomFilterCandidateNumber(FINGERPRINT, FILTER_SIZES);
    }
    return new RowFile(table, columns, path, builder.build());
  }

  /**
   * A new file of rows that are read once and deleted: compressed quickly, without dictionaries.
   */
  public static RowFile ofScratch(Columns columns, String path, Store store) throws IOException {
    RowWriteSupport.Builder builder =
        new RowWriteSupport.Builder(new StoreFile(store, path), columns, Map.of());
    builder.withCompressionCodec(CompressionCodecName.SNAPPY).withDictionaryEncoding(false);
    return new RowFile(Locations.name(path), columns, path, builder.build());
  }

  /**
   * Adds a row.
   *
   * @throws IllegalArgumentException when a column that is NOT NULL would be null
   */
  public void add(@Nullable Object[] row) throws IOException {
    columns.requireValid(table, row);
    writer.write(row);
    rows++;
  }

  /** The file, once it is closed. */
  public Written written() {
    return new Written(path, rows);
  }

  /** The size of the file so far in bytes, including buffered bytes. */
  public long bytes() {
    return writer.getDataSize();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  private static Map<String, String> metadata(String table) {
    TableDeclaration declaration = Tables.declaration(table);
    Map<String, String> metadata = new HashMap<>();
    metadata.put("varve.table", table);
    metadata.put("varve.comment", String.join("\n", declaration.prose()));
    declaration.comments().forEach((name, text) -> metadata.put("varve.column." + name, text));
    metadata.put(SparkSchema.KEY, SparkSchema.of(Tables.columns(table), declaration.comments()));
    return metadata;
  }
}
