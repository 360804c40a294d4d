package dev.varve.jobs.answer.damage;

import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.parquet.ParquetParts;
import dev.varve.jobs.warehouse.parquet.StoreFile;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.TableFile;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Check of one Parquet file against its publication: length, columns, number of rows, footer, and
 * the checksum of every page of every column.
 */
final class PageCheck {
  private PageCheck() {}

  /**
   * The first fault of a file in words, or null for an intact file. A negative number stands for
   * unknown: {@code bytes} of a missing file, and the published figures of a file that no known
   * publication made.
   */
  static @Nullable String fault(TableFile file, Store store) {
    if (file.bytes() < 0) {
      return "it is missing";
    }
    if (file.publishedBytes() >= 0 && file.bytes() != file.publishedBytes()) {
      return "%d bytes, published with %d".formatted(file.bytes(), file.publishedBytes());
    }
    if (file.bytes() == 0) {
      // Returns before opening: a named pipe has 0 bytes too, and opening it could block forever.
      return "it is empty";
    }
    try {
      StoreFile stored = new StoreFile(store, file.path());
      Set<String> columns = new LinkedHashSet<>();
      long rows = rows(stored, columns);
      columns.removeAll(Tables.columns(file.table()).names());
      if (!columns.isEmpty()) {
        return "its columns are not of table %s: %s"
            .formatted(file.table(), String.join(", ", columns));
      }
      if (file.publishedRows() >= 0 && rows != file.publishedRows()) {
        return "%d rows, published with %d".formatted(rows, file.publishedRows());
      }
      return file.publishedTail() < 0 || ParquetParts.facts(stored).tail() == file.publishedTail()
          ? null
          : "its footer or an index of its pages was changed";
    } catch (IOException | RuntimeException e) {
      return "it cannot be read: " + e.getMessage();
    }
  }

  /**
   * Reads all pages, and adds the names of the columns to a set.
   *
   * @return number of rows
   */
  private static long rows(StoreFile file, Set<String> columns) throws IOException {
    long rows = 0;
    try (ParquetFileReader reader = file.verifyingReader()) {
      MessageType schema = reader.getFileMetaData().getSchema();
      schema.getFields().forEach(field -> columns.add(field.getName()));
      for (PageReadStore group = reader.readNextRowGroup();
          group != null;
          group = reader.readNextRowGroup()) {
        rows += group.getRowCount();
        for (ColumnDescriptor column : schema.getColumns()) {
          readAll(group.getPageReader(column));
        }
      }
    }
    return rows;
  }

  private static void readAll(PageReader pages) {
    pages.readDictionaryPage();
    while (pages.readPage() != null) {
      // Reading inflates the page and compares its checksum.
    }
  }
}
