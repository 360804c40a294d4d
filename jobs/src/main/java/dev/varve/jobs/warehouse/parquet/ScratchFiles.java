package dev.varve.jobs.warehouse.parquet;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.row.Binder;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Files of one task for records of several classes, which are read once and deleted. A class
 * without records has no file.
 */
public final class ScratchFiles implements Consumer<Record>, Closeable {
  private final Map<Class<?>, String> names = new HashMap<>();
  private final Map<Class<?>, Rows> openFiles = new LinkedHashMap<>();
  private final String folder;
  private final long attempt;
  private final Store store;

  private record Rows(String name, Binder<?> binder, RowFile file) {}

  /**
   * No files yet.
   *
   * @param names the name of each class of records; it is a part of the file's name
   * @param attempt a number that no other writer to the folder has
   */
  public ScratchFiles(
      Map<String, Class<? extends Record>> names, String folder, long attempt, Store store) {
    names.forEach((name, type) -> this.names.put(type, name));
    this.folder = folder;
    this.attempt = attempt;
    this.store = store;
  }

  /**
   * Writes a record.
   *
   * @throws UncheckedIOException when it cannot be written
   * @throws IllegalArgumentException when its class has no name
   */
  @Override
  public void accept(Record record) {
    try {
      Rows rows = rows(record.getClass());
      rows.file().add(rows.binder().rowOf(record));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Rows rows(Class<? extends Record> type) throws IOException {
    Rows rows = openFiles.get(type);
    if (rows == null) {
      String name = names.get(type);
      if (name == null) {
        throw new IllegalArgumentException("no file is for records of " + type);
      }
      Binder<?> binder = Binder.of(type);
      String path = Locations.in(folder, "%s-%d.parquet".formatted(name, attempt));
      rows = new Rows(name, binder, RowFile.ofScratch(binder.columns(), path, store));
      openFiles.put(type, rows);
    }
    return rows;
  }

  /** The files by their names, once they are closed. */
  public Map<String, String> written() {
    Map<String, String> files = new HashMap<>();
    openFiles.values().forEach(rows -> files.put(rows.name(), rows.file().written().path()));
    return files;
  }

  @Override
  public void close() throws IOException {
    @Nullable IOException fault = null;
    for (Rows rows : openFiles.values()) {
      try {
        rows.file().close();
      } catch (IOException e) {
        fault = fault == null ? e : fault;
      }
    }
    if (fault != null) {
      throw fault;
    }
  }
}
