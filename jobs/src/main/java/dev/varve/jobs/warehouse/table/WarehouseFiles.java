package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.ByteStore;
import dev.varve.model.ByteStore.Item;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder of Parquet tables, {@code W/TABLE/*.parquet}. All else is in {@code W/.varve}. There
 * {@code staging} has rows being written, and {@code locks} the writers' locks. Journals of
 * publications that are committed but may not be fully renamed yet are in {@code commits}, those of
 * all others in {@code published}.
 */
public final class WarehouseFiles {
  /** The name that stands for the chunker in a warehouse whose chunks came from chunk traces. */
  public static final String TRACE = "trace";

  static final String METADATA_FOLDER = ".varve";
  static final String FINGERPRINT = "fingerprint";
  static final String CHUNKER = "chunker";
  private static final String CATALOG = "catalog";

  private static final int MAX_LISTED = 10;

  private final Store store;
  private final String root;
  private final Layout layout;

  /** Length, rows and checksum of published files, cached as journals are read. */
  private final PublishedFacts facts;

  /** The files of all tables at a moment; null when each call lists them anew. */
  private final @Nullable Listing listing;

  /**
   * The warehouse at a location; nothing is created.
   *
   * @throws NotDirectoryException when a file is there
   */
  public WarehouseFiles(String location, Store store) throws IOException {
    this.root = store.qualified(location);
    this.store = store;
    this.layout = Layout.of(store, root);
    ByteStore.Kind kind = store.find(root).map(Item::kind).orElse(ByteStore.Kind.FOLDER);
    // What cannot be reached may be a folder; the first read of it says why it cannot.
    if (kind != ByteStore.Kind.FOLDER && kind != ByteStore.Kind.UNREACHABLE) {
      throw new NotDirectoryException(root + " is a file; a warehouse is a folder");
    }
    this.facts = new PublishedFacts(journals());
    this.listing = null;
  }

  /**
   * The warehouse in a local folder.
   *
   * @throws NotDirectoryException when a file is there
   */
  public static WarehouseFiles local(String location) throws IOException {
    return new WarehouseFiles(location, LocalStore.disk());
  }

  /** A warehouse as it is now. */
  WarehouseFiles(WarehouseFiles other) throws IOException {
    store = other.store;
    root = other.root;
    layout = other.layout;
    facts = other.facts;
    listing = Listing.of(other, Tables.names());
  }

  /**
   * This warehouse as it is now: all its tables are read as of this moment, whatever is published
   * later.
   */
  public WarehouseFiles now() throws IOException {
    return new WarehouseFiles(this);
  }

  /** Whether a publication is committed, but not all of its renames are done. */
  public boolean isUnfinished() throws IOException {
    return !journals().pending().isEmpty();
  }

  /**
   * The names of all publications, and of the files of table run. They identify the state of all
   * tables, because each publication adds a name, and are cheaper to read than the tables.
   */
  public List<String> publications() throws IOException {
    List<String> all = new ArrayList<>(journals().done());
    all.addAll(journals().pending());
    // Where names of journals are mere numbers, each publication has a file of table run.
    all.addAll(Listing.of(this, Set.of("run")).files("run").keySet());
    return all.stream().map(Locations::name).toList();
  }

  /** The form of the warehouse that its store can keep. */
  Layout layout() {
    return layout;
  }

  /** Whether a run has ever written to this warehouse. */
  public boolean exists() throws IOException {
    return store.exists(Locations.in(root, METADATA_FOLDER));
  }

  /**
   * Whether the folder has tables but no {@code .varve}, so that it is an incomplete copy of a
   * warehouse.
   */
  public boolean isIncompleteCopy() throws IOException {
    if (exists()) {
      return false;
    }
    for (String table : Tables.names()) {
      if (!Listing.published(store, folder(table)).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * A random text that this warehouse shares with its copies alone; empty before its first writer.
   */
  public String identity() throws IOException {
    return journals().identity();
  }

  /** Its location as a URI. */
  public String location() {
    return root;
  }

  /** Whether any rows of a table have been published. */
  public boolean hasRows(String table) throws IOException {
    return listing(table).requireComplete(table).stream()
        .anyMatch(file -> !file.name().endsWith(Publication.NO_ROWS));
  }

  /** Whether a table has no file at all, not even one without rows. */
  boolean isEmpty(String table) throws IOException {
    return listing(table).files(table).isEmpty();
  }

  /** Bytes of all published files of all tables. */
  public long bytes() throws IOException {
    return bytes(Tables.names());
  }

  /** Bytes of the published files of these tables. */
  public long bytes(Collection<String> tables) throws IOException {
    Listing listing = listing(Set.copyOf(tables));
    return tables.stream()
        .flatMap(table -> listing.files(table).values().stream())
        .mapToLong(Item::bytes)
        .sum();
  }

  /** Bytes of a table's published files. */
  public long bytes(String table) throws IOException {
    return bytes(Set.of(table));
  }

  /**
   * The fingerprint algorithm of all published rows; empty while there are no layers or snapshots.
   */
  public Optional<String> fingerprint() throws IOException {
    return hasRows("layer") || hasRows("snapshot")
        ? Optional.of(recorded(FINGERPRINT))
        : Optional.empty();
  }

  /** The chunker of the published snapshots; empty while there are no snapshots. */
  public Optional<String> chunker() throws IOException {
    return hasRows("snapshot") ? Optional.of(recorded(CHUNKER)) : Optional.empty();
  }

  private String recorded(String name) throws IOException {
    return store.text(metadataPath(name)).trim();
  }

  /** The note of {@link #keepCatalog}; empty without one. */
  public String catalog() throws IOException {
    try {
      return store.text(metadataPath(CATALOG));
    } catch (FileNotFoundException e) {
      return "";
    }
  }

  /**
   * Keeps a note of the catalog that has the tables, in place of an earlier one. The caller has the
   * warehouse's lock.
   */
  public void keepCatalog(String note) throws IOException {
    String file = metadataPath(CATALOG);
    if (!store.renamesAtomically(file)) {
      store.write(file, note);
      return;
    }
    String written = file + ".new";
    store.write(written, note);
    store.rename(written, file);
  }

  /** The store that has the warehouse's files. */
  public Store store() {
    return store;
  }

  String metadataPath(String name) {
    return Locations.in(Locations.in(root, METADATA_FOLDER), name);
  }

  String folder(String table) {
    return Locations.in(root, table);
  }

  String root() {
    return root;
  }

  /** The path of a file by its name relative to the warehouse. */
  String path(String relative) {
    return Locations.in(root, relative);
  }

  /**
   * The expected length, rows and checksum of published files by name, according to these journals.
   */
  Map<String, Journal.Move> facts(List<String> done, List<String> pending) throws IOException {
    return facts.files(done, pending);
  }

  Journals journals() {
    return new Journals(store, Locations.in(root, METADATA_FOLDER), layout);
  }

  /**
   * The URIs of a table's published files; none when nothing has been published.
   *
   * @throws IOException also when a file is missing or differs from the published one, so that its
   *     rows are lost
   */
  public List<String> files(String table) throws IOException {
    return uris(listing(table).requireComplete(table));
  }

  /** The files of a table as {@link #files}, in the order of names. */
  public List<TableFile> tableFiles(String table) throws IOException {
    Listing listing = listing(table);
    listing.requireComplete(table);
    return TableFile.of(table, listing);
  }

  /** The URIs of the published files of all tables that exist; missing files are left out. */
  public List<String> files() throws IOException {
    Listing listing = listing(Tables.names());
    List<String> all = new ArrayList<>();
    for (String table : Tables.names()) {
      all.addAll(uris(listing.files(table).values()));
    }
    return all;
  }

  private static List<String> uris(Collection<Item> files) {
    return files.stream().map(file -> file.location()).toList();
  }

  /**
   * The Parquet files in the folders of tables that no publication made, by their names relative to
   * the warehouse. They are never read.
   */
  public List<String> unpublishedFiles() throws IOException {
    return List.copyOf(listing(Tables.names()).unpublishedFiles());
  }

  /** A sentence that names the {@link #unpublishedFiles}; none when there are none. */
  public Optional<String> warning() throws IOException {
    List<String> unpublished = unpublishedFiles();
    if (unpublished.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(leftOut(unpublished) + "; varve check --repair puts it away");
  }

  /** Names files that no publication made, or the first of many. */
  String leftOut(List<String> files) {
    String more =
        files.size() > MAX_LISTED ? " and %,d more".formatted(files.size() - MAX_LISTED) : "";
    return "left out of %s, as no publication of this warehouse made it: %s%s"
        .formatted(
            root, String.join(", ", files.subList(0, Math.min(MAX_LISTED, files.size()))), more);
  }

  private Listing listing(String table) throws IOException {
    return listing(Set.of(table));
  }

  private Listing listing(Set<String> tables) throws IOException {
    return listing == null ? Listing.of(this, tables) : listing;
  }
}
