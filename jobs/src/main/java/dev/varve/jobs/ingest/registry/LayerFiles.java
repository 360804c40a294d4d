package dev.varve.jobs.ingest.registry;

import dev.varve.input.source.LayerCandidate;
import dev.varve.jobs.engine.run.RejectedBlob;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.parquet.VerifiedRows;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.schema.Tables;
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

  private final String folder;
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

  LayerFiles(String folder, long attempt, Store store, List<LayerTable> all) {
    this.folder = folder;
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
        ? RowFile.ofScratch(binder.columns(), path("new_" + table.name()), store)
        : RowFile.ofTable(table.name(), path(table.name()), store);
  }

  private String path(String table) {
    return Locations.in(folder, "%s-%d-%d.parquet".formatted(table, attempt, files++));
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
  void write() throws IOException {
    for (Record row : waiting) {
      TableRows to = tables.get(row.getClass());
      if (to == null) {
        throw new IllegalArgumentException("no table for " + row.getClass());
      }
      to.rows().add(to.binder().untyped(row));
    }
    waiting.clear();
  }

  /**
   * Keeps the rows of a layer that was verified. If the layer's recipe is already known, only rows
   * of compared tables are kept; if only its head was read, only its entries.
   */
  void accept(LayerCandidate layer) throws IOException {
    for (TableRows one : tables.values()) {
      LayerTable table = one.table();
      boolean counts =
          layer.isHead()
              ? table.equals(RecipeRows.ENTRIES)
              : table.isCompared() || !layer.isKnown();
      if (counts && !omitted.contains(table.type())) {
        one.rows().accept();
      } else {
        one.rows().reject();
      }
    }
    omitted.clear();
  }

  /** Discards the rows of a layer that cannot be read, and adds the rejection. */
  void reject(RejectedBlob rejection) throws IOException {
    waiting.clear();
    omitted.clear();
    for (TableRows one : tables.values()) {
      one.rows().reject();
    }
    add(rejection);
    write();
    for (TableRows one : tables.values()) {
      one.rows().accept();
    }
  }

  LayerTask.Written written(LayerTask.Sums sums) {
    Map<String, List<RowFile.Written>> written = new LinkedHashMap<>();
    tables.values().forEach(one -> written.put(one.table().name(), one.rows().written()));
    return new LayerTask.Written(written, sums);
  }

  @Override
  public void close() throws IOException {
    for (TableRows one : tables.values()) {
      one.rows().close();
    }
  }
}
