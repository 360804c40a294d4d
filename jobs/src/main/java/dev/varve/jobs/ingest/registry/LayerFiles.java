package dev.varve.jobs.ingest.registry;

import dev.varve.input.source.LayerCandidate;
import dev.varve.jobs.engine.run.RejectedBlob;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.parquet.VerifiedRows;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.NewFiles;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The files that one task writes of its layers, for each table. */
final class LayerFiles implements LayerMeasurement.LayerRows, Closeable {
  /** Binders by table: a new binder would have to be compiled by the JIT again. */
  private static final Map<LayerTable, Binder<?>> BINDERS = new ConcurrentHashMap<>();

  private final NewFiles newFiles;
  private final long attempt;
  private final Store store;
  private final Map<Class<?>, TableRows> tables = new LinkedHashMap<>();

  /**
   * Rows that wait until an entry was read, so that the time of writing them is not counted as time
   * of reading.
   */
  private final List<Record> waiting = new ArrayList<>();

  private final Set<Class<?>> omitted = new HashSet<>();
  private int files;

  private record TableRows(LayerTable table, Binder<?> binder, VerifiedRows rows) {}

  LayerFiles(NewFiles newFiles, long attempt, Store store, List<LayerTable> all) {
    this.newFiles = newFiles;
    this.attempt = attempt;
    this.store = store;
    for (LayerTable table : all) {
      Binder<?> binder = BINDERS.computeIfAbsent(table, LayerFiles::binder);
      VerifiedRows rows = new VerifiedRows(() -> open(table, binder), store);
      tables.put(table.type(), new TableRows(table, binder, rows));
    }
  }

  private static Binder<?> binder(LayerTable table) {
    return table.isCompared()
        ? Binder.of(table.type())
        : Binder.of(table.name(), Tables.columns(table.name()), table.type());
  }

  private RowFile open(LayerTable table, Binder<?> binder) throws IOException {
    return table.isCompared()
        ? RowFile.ofScratch(binder.columns(), scratch("new_" + table.name()), store)
        : RowFile.ofTable(table.name(), newFiles.ofTable(table.name(), nextPart()), store);
  }

  private String scratch(String name) {
    return Locations.in(newFiles.folder(), "%s-%s.parquet".formatted(name, nextPart()));
  }

  private String nextPart() {
    return "%d_%d".formatted(attempt, files++);
  }

  @Override
  public void add(Record row) {
    waiting.add(row);
  }

  @Override
  public void omit(Class<? extends Record> type) {
    omitted.add(type);
  }

  /** Writes the waiting rows. */
  void writeWaiting() throws IOException {
    for (Record row : waiting) {
      TableRows target = tables.get(row.getClass());
      if (target == null) {
        throw new IllegalArgumentException("no table for " + row.getClass());
      }
      target.rows().add(target.binder().rowOf(row));
    }
    waiting.clear();
  }

  /**
   * Keeps the rows of a layer that was verified. If the layer's recipe is already known, only rows
   * of compared tables are kept; if only its head was read, only its entries.
   */
  void accept(LayerCandidate layer) throws IOException {
    for (TableRows tableRows : tables.values()) {
      LayerTable table = tableRows.table();
      boolean isKept =
          layer.isHead()
              ? table.equals(RecipeRows.ENTRIES)
              : table.isCompared() || !layer.isKnown();
      if (isKept && !omitted.contains(table.type())) {
        tableRows.rows().accept();
      } else {
        tableRows.rows().reject();
      }
    }
    omitted.clear();
  }

  /** Discards the rows of a layer that cannot be read, and adds the rejection. */
  void reject(RejectedBlob rejection) throws IOException {
    waiting.clear();
    omitted.clear();
    for (TableRows tableRows : tables.values()) {
      tableRows.rows().reject();
    }
    add(rejection);
    writeWaiting();
    for (TableRows tableRows : tables.values()) {
      tableRows.rows().accept();
    }
  }

  LayerTask.Written written(LayerTask.Sums sums) {
    Map<String, List<RowFile.Written>> written = new LinkedHashMap<>();
    tables
        .values()
        .forEach(tableRows -> written.put(tableRows.table().name(), tableRows.rows().written()));
    return new LayerTask.Written(written, sums);
  }

  @Override
  public void close() throws IOException {
    for (TableRows tableRows : tables.values()) {
      tableRows.rows().close();
    }
  }
}
