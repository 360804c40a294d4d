package dev.varve.jobs.catalog;

import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.parquet.StoreFile;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.TableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTransaction;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.Transactions;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.parquet.ParquetUtil;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.jspecify.annotations.Nullable;

/**
 * Change that brings one table of a catalog to the state of the warehouse, prepared and not yet
 * committed: its columns and properties, one snapshot of its files, and the end of snapshots that
 * cannot be read any more.
 */
final class TableChange {
  /** Property of a table: the state of the warehouse that it was brought to. */
  private static final String STATE = "varve.state";

  /** Property of a table: the snapshot that it had then. */
  private static final String SNAPSHOT = "varve.snapshot";

  private final TableIdentifier name;
  private final TableOperations operations;
  private final TableMetadata start;
  private final TableMetadata end;
  private final int expired;
  private final int appended;
  private final int removed;

  private TableChange(
      TableIdentifier name,
      TableOperations operations,
      TableMetadata start,
      TableMetadata end,
      int expired,
      int appended,
      int removed) {
    this.name = name;
    this.operations = operations;
    this.start = start;
    this.end = end;
    this.expired = expired;
    this.appended = appended;
    this.removed = removed;
  }

  /**
   * Whether a table has the state of the warehouse, and is as the last change left it: nobody else
   * has changed its rows or dropped a column, and no file that an earlier snapshot has was deleted.
   */
  static boolean isCurrent(Table table, TableFiles state, Store store) throws IOException {
    Map<String, String> properties = table.properties();
    return state.state().equals(properties.get(STATE))
        && snapshot(table.currentSnapshot()).equals(properties.get(SNAPSHOT))
        && Tables.columns(state.table()).all().stream()
            .allMatch(column -> table.schema().findField(column.name()) != null)
        && RetiredFile.deleted(RetiredFile.of(properties), store).isEmpty();
  }

  private static String snapshot(@Nullable Snapshot snapshot) {
    return snapshot == null ? "" : String.valueOf(snapshot.snapshotId());
  }

  /**
   * Prepares the change of a table: manifests are written, which nobody refers to yet.
   *
   * @param store has the files of the warehouse, which {@code io} reads too
   * @param properties of the table
   * @param summary of the new snapshot
   */
  static TableChange prepare(
      TableIdentifier name,
      Table table,
      TableFiles state,
      Store store,
      FileIO io,
      Map<String, String> properties,
      Map<String, String> summary)
      throws IOException {
    TableOperations operations = ((HasTableOperations) table).operations();
    BaseTransaction transaction =
        (BaseTransaction) Transactions.newTransaction(table.name(), operations);
    declare(transaction, state.table());

    Map<String, DataFile> known = new TreeMap<>();
    Set<String> renewed = new HashSet<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        String location = task.file().location();
        known.put(location, task.file());
        // Deletes of somebody else's do not hold for a file that is added after them.
        if (state.isReplaced(location) || !task.deletes().isEmpty()) {
          renewed.add(location);
        }
      }
    }
    List<DataFile> gone = new ArrayList<>();
    known.forEach(
        (location, file) -> {
          if (!state.files().containsKey(location) || renewed.contains(location)) {
            gone.add(file);
          }
        });
    List<TableFile> added = new ArrayList<>();
    state
        .files()
        .forEach(
            (location, file) -> {
              if (!known.containsKey(location) || renewed.contains(location)) {
                added.add(file);
              }
            });
    List<DataFile> files = described(transaction.table(), added, store, io);
    if (!files.isEmpty() || !gone.isEmpty()) {
      SnapshotUpdate<?> update = update(transaction, files, gone);
      summary.forEach(update::set);
      update.commit();
    }
    Map<String, String> all = new HashMap<>(properties);
    all.put(STATE, state.state());
    all.put(SNAPSHOT, snapshot(transaction.currentMetadata().currentSnapshot()));
    all.put(
        TableProperties.DEFAULT_NAME_MAPPING,
        NameMappingParser.toJson(MappingUtil.create(transaction.table().schema())));
    set(transaction, all);
    TableMetadata changed = transaction.currentMetadata();
    Expiry expiry = expiry(changed, gone, state, store, operations.io());
    return new TableChange(
        name,
        operations,
        transaction.startMetadata(),
        expiry.applied(changed),
        expiry.expired().size(),
        files.size(),
        gone.size());
  }

  private static Expiry expiry(
      TableMetadata changed, List<DataFile> gone, TableFiles state, Store store, FileIO io)
      throws IOException {
    List<RetiredFile> readable = RetiredFile.of(changed.properties());
    List<RetiredFile> lost = new ArrayList<>(RetiredFile.deleted(readable, store));
    readable.removeAll(lost);
    for (DataFile file : gone) {
      RetiredFile retired =
          new RetiredFile(file.fileSequenceNumber(), changed.lastSequenceNumber(), file.location());
      boolean isReadable = !state.isReplaced(file.location()) && store.exists(file.location());
      (isReadable ? readable : lost).add(retired);
    }
    return Expiry.of(changed, readable, lost, io);
  }

  /** Brings columns and sort order to what the table's declaration says. */
  private static void declare(BaseTransaction transaction, String name) {
    TableDeclaration declaration = Tables.declaration(name);
    UpdateSchema columns = transaction.updateSchema();
    columns.unionByNameWith(IcebergSchemas.schema(name));
    columns.commit();
    Table table = transaction.table();
    SortOrder order = IcebergSchemas.sortOrder(table.schema(), declaration);
    if (!table.sortOrder().sameOrder(order)) {
      var replace = transaction.replaceSortOrder();
      IcebergSchemas.sortColumns(declaration).forEach(replace::asc);
      replace.commit();
    }
  }

  private static void set(BaseTransaction transaction, Map<String, String> properties) {
    Map<String, String> before = transaction.table().properties();
    UpdateProperties update = transaction.updateProperties();
    properties.forEach(
        (key, value) -> {
          if (!value.equals(before.get(key))) {
            update.set(key, value);
          }
        });
    update.commit();
  }

  /** Files as a catalog describes them, with the statistics of their footers. */
  private static List<DataFile> described(
      Table table, List<TableFile> files, Store store, FileIO io) throws IOException {
    MetricsConfig config = MetricsConfig.forTable(table);
    NameMapping mapping = MappingUtil.create(table.schema());
    List<DataFile> described = new ArrayList<>();
    for (DataFile file :
        Parallel.reads(
            files,
            file -> {
              Metrics metrics = metrics(file.path(), config, mapping, store, io);
              if (file.publishedRows() >= 0 && metrics.recordCount() != file.publishedRows()) {
                throw new IOException(
                    "%s has %d rows and was published with %d: varve check --files says what to do"
                        .formatted(file.name(), metrics.recordCount(), file.publishedRows()));
              }
              return DataFiles.builder(PartitionSpec.unpartitioned())
                  .withPath(TableFiles.uri(file.path()))
                  .withFormat(FileFormat.PARQUET)
                  .withFileSizeInBytes(file.bytes())
                  .withMetrics(metrics)
                  .withSortOrder(table.sortOrder())
                  .build();
            })) {
      if (file.recordCount() > 0) {
        described.add(file);
      }
    }
    return described;
  }

  private static Metrics metrics(
      String file, MetricsConfig config, NameMapping mapping, Store store, FileIO io)
      throws IOException {
    try (ParquetFileReader reader = new StoreFile(store, file).verifyingReader()) {
      return ParquetUtil.footerMetrics(reader.getFooter(), Stream.empty(), config, mapping);
    } catch (NoSuchMethodError e) {
      // Iceberg's runtime for Spark has Parquet's classes under names of its own. What reads a file
      // itself takes longer, as it parses Hadoop's defaults each time.
      return ParquetUtil.fileMetrics(io.newInputFile(file), config, mapping);
    }
  }

  private static SnapshotUpdate<?> update(
      BaseTransaction transaction, List<DataFile> added, List<DataFile> gone) {
    if (gone.isEmpty()) {
      var append = transaction.newAppend();
      added.forEach(append::appendFile);
      return append;
    }
    var overwrite = transaction.newOverwrite();
    gone.forEach(overwrite::deleteFile);
    added.forEach(overwrite::addFile);
    return overwrite;
  }

  TableIdentifier name() {
    return name;
  }

  TableMetadata start() {
    return start;
  }

  TableMetadata end() {
    return end;
  }

  int appended() {
    return appended;
  }

  int removed() {
    return removed;
  }

  int expired() {
    return expired;
  }

  /** Commits the change of this table alone. */
  void commit() {
    operations.commit(start, end);
  }

  /** Deletes the metadata that the change before this one had left to readers. */
  void deleteLeftover() {
    Expiry.leftover(start).forEach(operations.io()::deleteFile);
  }
}
