package dev.varve.jobs.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Files that one writer of a stream writes: one for each of its tables that has rows. */
final class StagedFiles implements Closeable {
  private final StructType tables;
  private final Path folder;
  private final String part;
  private final Configuration configuration;
  private final @Nullable PlainFile[] open;
  private final Map<String, String> files = new LinkedHashMap<>();

  /**
   * Has none yet.
   *
   * @param tables a struct column for each
   * @param part names the files, with their table
   */
  StagedFiles(StructType tables, Path folder, String part, Configuration configuration) {
    this.tables = tables;
    this.folder = folder;
    this.part = part;
    this.configuration = configuration;
    open = new PlainFile[tables.size()];
  }

  /** Writes a row of one of the tables. */
  void add(Row row) {
    int slot = 0;
    while (row.isNullAt(slot)) {
      slot++;
    }
    try {
      PlainFile file = open[slot];
      if (file == null) {
        file = open(slot);
      }
      file.add(row.getStruct(slot));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a file without rows. */
  void addEmpty(String table) throws IOException {
    open(tables.fieldIndex(table));
  }

  private PlainFile open(int slot) throws IOException {
    StructField table = tables.apply(slot);
    Path path = new Path(folder, "part-" + part + "." + table.name() + ".parquet");
    PlainFile file = new PlainFile(path, (StructType) table.dataType(), configuration);
    open[slot] = file;
    files.put(table.name(), path.toString());
    return file;
  }

  /** What was written. */
  Written written() {
    int longestText = 0;
    for (PlainFile file : open) {
      longestText = Math.max(longestText, file == null ? 0 : file.longestText());
    }
    return new Written(files, longestText);
  }

  /**
   * Files that were written.
   *
   * @param files by their tables
   * @param longestText bytes of the longest text in them
   */
  record Written(Map<String, String> files, int longestText) implements Serializable {}

  @Override
  public void close() throws IOException {
    Exception fault = null;
    for (PlainFile file : open) {
      try {
        if (file != null) {
          file.close();
        }
      } catch (IOException | RuntimeException e) {
        fault = fault == null ? e : fault;
      }
    }
    if (fault instanceof IOException e) {
      throw e;
    }
    if (fault instanceof RuntimeException e) {
      throw e;
    }
  }
}
