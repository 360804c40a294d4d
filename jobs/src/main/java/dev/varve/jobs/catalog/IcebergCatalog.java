package dev.varve.jobs.catalog;

import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.store.hadoop.Stores;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableCommit;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.rest.RESTCatalog;

/**
 * The tables of a warehouse as Iceberg tables in one namespace of a catalog. Only metadata is
 * written, over the published files. A table whose files are those of its last registration is left
 * alone, so registering again costs little, and repairs what an earlier registration left undone.
 */
final class IcebergCatalog implements AutoCloseable {
  private static final int THREADS = 8;
  private static final int MAX_TRIES = 3;

  /** Property of a table: the identity of the warehouse that it belongs to. */
  private static final String OWNER = "varve.warehouse";

  private static final String LOCATION = "varve.location";

  /** Time that snapshots of new tables are kept, 30 days. */
  private static final String MAX_AGE_MILLIS = "2592000000";

  private static final Pattern RUN = Pattern.compile("(\\d{8}T\\d{9}Z-[0-9a-f]{8})-");

  /** Words of faults for want of a class, the first those of java.sql.DriverManager. */
  private static final Pattern MISSING_CLASS =
      Pattern.compile("No suitable driver|ClassNotFoundException|NoClassDefFoundError");

  private final CatalogSettings settings;
  private final Catalog catalog;

  /** Files of the warehouse, by the settings of its file system and not by the catalog's. */
  private final FileIO files;

  private final Namespace namespace;

  /** The states of tables that are registered, as far as this process has seen them. */
  private final Map<String, String> registered = new ConcurrentHashMap<>();

  private volatile boolean isAbandoned;

  private IcebergCatalog(CatalogSettings settings, Catalog catalog, FileIO files) {
    this.settings = settings;
    this.catalog = catalog;
    this.files = files;
    this.namespace = Namespace.of(settings.namespace().toArray(String[]::new));
  }

  /**
   * Opens a catalog; makes no namespace yet.
   *
   * @param spark settings of Spark, of which those of Hadoop are for files
   */
  static IcebergCatalog open(CatalogSettings settings, Map<String, String> spark)
      throws IOException {
    try {
      Object hadoop = Stores.hadoopConfiguration(spark);
      return new IcebergCatalog(
          settings,
          CatalogUtil.buildIcebergCatalog(settings.name(), settings.withDefaults(), hadoop),
          CatalogUtil.loadFileIO(HadoopFileIO.class.getName(), Map.of(), hadoop));
    } catch (RuntimeException | LinkageError e) {
      throw fault(settings, e);
    }
  }

  /**
   * Brings the tables of the catalog to the state of the warehouse. The caller has the warehouse's
   * lock.
   *
   * @throws IOException when the catalog is away, or its tables belong to somebody else
   */
  synchronized Registration register(WarehouseFiles warehouse) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return registerOnce(warehouse);
      } catch (CommitFailedException | AlreadyExistsException e) {
        registered.clear(); // somebody else has changed a table meanwhile: look again
        if (tries == MAX_TRIES) {
          throw fault(settings, e);
        }
      } catch (RuntimeException | LinkageError e) {
        registered.clear();
        throw fault(settings, e);
      }
    }
  }

  private Registration registerOnce(WarehouseFiles warehouse) throws IOException {
    if (warehouse.identity().isEmpty()) {
      throw new IOException(
          "catalog %s: %s has no .varve/identity, by which tables of the catalog are known; try again"
              .formatted(settings.place(), warehouse.location()));
    }
    List<String> publications = warehouse.publications();
    Map<String, TableFiles> states = TableFiles.of(warehouse);
    List<TableFiles> unknown = new ArrayList<>();
    states.forEach(
        (table, state) -> {
          if (!state.state().equals(registered.get(table))) {
            unknown.add(state);
          }
        });
    Map<String, Table> tables = loaded(unknown, warehouse);
    AtomicInteger created = new AtomicInteger();
    Map<String, String> summary = summary(publications);
    List<TableFiles> behind = new ArrayList<>();
    for (TableFiles state : unknown) {
      Table table = tables.get(state.table());
      if (table == null || !TableChange.isCurrent(table, state, warehouse.store())) {
        behind.add(state);
      } else {
        remember(state, table.properties());
      }
    }
    if (tables.size() < unknown.size()) {
      makeNamespace();
    }
    List<TableChange> changes =
        Parallel.all(
            THREADS,
            behind,
            state -> {
              Table table = tables.get(state.table());
              if (table == null) {
                table = create(state, warehouse);
                created.incrementAndGet();
              }
              return TableChange.prepare(
                  name(state.table()),
                  table,
                  state,
                  warehouse.store(),
                  files,
                  properties(state, warehouse),
                  summary);
            });
    commit(changes);
    for (int at = 0; at < changes.size(); at++) {
      remember(behind.get(at), changes.get(at).end().properties());
    }
    changes.forEach(TableChange::deleteLeftover);
    return new Registration(
        states.size(),
        created.get(),
        changes.size(),
        changes.stream().mapToInt(TableChange::appended).sum(),
        changes.stream().mapToInt(TableChange::removed).sum(),
        changes.stream().mapToInt(TableChange::expired).sum());
  }

  /** Remembers a table that needs no look until its files change: none of its old ones can go. */
  private void remember(TableFiles state, Map<String, String> properties) {
    if (RetiredFile.of(properties).isEmpty()) {
      registered.put(state.table(), state.state());
    }
  }

  /** The tables that the catalog has; all are checked before any is changed. */
  private Map<String, Table> loaded(List<TableFiles> states, WarehouseFiles warehouse)
      throws IOException {
    Map<String, Table> tables = new ConcurrentHashMap<>();
    var unused =
        Parallel.all(
            THREADS,
            states,
            state -> {
              try {
                tables.put(state.table(), catalog.loadTable(name(state.table())));
              } catch (NoSuchTableException e) {
                return false;
              }
              return true;
            });
    for (Map.Entry<String, Table> table : new TreeMap<>(tables).entrySet()) {
      requireOwn(table.getKey(), table.getValue().properties(), warehouse);
    }
    return tables;
  }

  private void requireOwn(String table, Map<String, String> properties, WarehouseFiles warehouse)
      throws IOException {
    String owner = properties.get(OWNER);
    String place = settings.place() + "." + table;
    if (owner == null) {
      throw new IOException(
          place + " is a table of somebody else, and left as it is; choose a catalog.namespace");
    }
    String location = properties.getOrDefault(LOCATION, "");
    if (!owner.equals(warehouse.identity())) {
      throw new IOException(
          "%s belongs to the warehouse %s, and is left as it is; choose a catalog.namespace"
              .formatted(place, location));
    }
    if (LastRegistration.isOfOriginal(location, warehouse)) {
      throw new IOException(
          "%s belongs to the warehouse %s, which this one is a copy of; choose a catalog.namespace"
              .formatted(place, location));
    }
  }

  private void makeNamespace() {
    if (catalog instanceof SupportsNamespaces namespaces) {
      try {
        if (!namespaces.namespaceExists(namespace)) {
          namespaces.createNamespace(namespace);
        }
      } catch (AlreadyExistsException e) {
        return; // another process has made it meanwhile
      }
    }
  }

  private Table create(TableFiles state, WarehouseFiles warehouse) throws IOException {
    Schema schema = IcebergSchemas.schema(state.table());
    TableDeclaration declaration = Tables.declaration(state.table());
    Map<String, String> properties = properties(state, warehouse);
    // A table that its owner alters keeps what he sets.
    properties.put(TableProperties.MAX_SNAPSHOT_AGE_MS, MAX_AGE_MILLIS);
    return catalog
        .buildTable(name(state.table()), schema)
        .withPartitionSpec(PartitionSpec.unpartitioned())
        .withSortOrder(IcebergSchemas.sortOrder(schema, declaration))
        .withProperties(properties)
        .create();
  }

  private Map<String, String> properties(TableFiles state, WarehouseFiles warehouse)
      throws IOException {
    Map<String, String> properties = new HashMap<>();
    properties.put("comment", IcebergSchemas.comment(Tables.declaration(state.table())));
    properties.put(OWNER, warehouse.identity());
    properties.put(LOCATION, warehouse.location());
    // The files belong to the warehouse: no engine may delete them with a table or a snapshot.
    properties.put(TableProperties.GC_ENABLED, "false");
    properties.put(TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED, "true");
    properties.put(TableProperties.METADATA_PREVIOUS_VERSIONS_MAX, "10");
    return properties;
  }

  private static Map<String, String> summary(List<String> publications) {
    Map<String, String> summary = new HashMap<>();
    for (String publication : publications) {
      Matcher run = RUN.matcher(publication);
      if (run.find()) {
        summary.put("varve.run-id", run.group(1)); // the last one stays
      }
    }
    return summary;
  }

  private TableIdentifier name(String table) {
    return TableIdentifier.of(namespace, table);
  }

  /** Commits all changes atomically where the catalog can, else in an order that spares readers. */
  private void commit(List<TableChange> changes) throws IOException {
    if (isAbandoned) {
      throw new IOException("nobody waits for this registration any more");
    }
    if (changes.size() > 1 && catalog instanceof RESTCatalog rest) {
      try {
        rest.commitTransaction(
            changes.stream()
                .map(change -> TableCommit.create(change.name(), change.start(), change.end()))
                .toList());
        return;
      } catch (UnsupportedOperationException | NoSuchTableException e) {
        // The server has no commits of several tables. One that does not list what it has answers
        // 404, as it does for a table that is gone: its own commit says so then.
      }
    }
    Map<String, TableChange> byTable = new TreeMap<>();
    changes.forEach(change -> byTable.put(change.name().name(), change));
    for (List<String> step : TableFiles.inOrder(byTable.keySet())) {
      var unused =
          Parallel.all(
              THREADS,
              step.stream().map(byTable::get).toList(),
              change -> {
                change.commit();
                return true;
              });
    }
  }

  /** Lets a registration that goes on commit nothing: the caller waits no longer. */
  void abandon() {
    isAbandoned = true;
  }

  /** A fault of Iceberg in words, without secrets: its own texts may contain them. */
  private static IOException fault(CatalogSettings settings, Throwable fault) {
    Throwable root = fault;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String reason = root == fault ? "" : ": " + root.getMessage();
    String text =
        "catalog %s: %s: %s%s"
            .formatted(
                settings.place(), root.getClass().getSimpleName(), fault.getMessage(), reason);
    if (MISSING_CLASS.matcher(text).find()) {
      text += "; " + CatalogSettings.CLASS_PATH;
    }
    IOException told = new IOException(settings.withoutSecrets(text));
    told.setStackTrace(fault.getStackTrace());
    return told;
  }

  @Override
  public void close() throws IOException {
    files.close();
    if (catalog instanceof Closeable closeable) {
      closeable.close();
    }
  }
}
