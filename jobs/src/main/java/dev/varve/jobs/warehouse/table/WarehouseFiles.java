package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.ByteStore;
import dev.varve.model.ByteStore.Item;
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

  static final String OWN = ".varve";
  static final String FINGERPRINT = "fingerprint";
  static final String CHUNKER = "chunker";

  private static final int SHOWN = 10;

  private final Store store;
  private final String root;
  private final PublishedFacts facts;
  private final @Nullable Listing listing;

  /**
   * The warehouse at a location; nothing is created.
   *
   * @throws NotDirectoryException when a file is there
   */
  public WarehouseFiles(String location, Store store) throws IOException {
    this.root = store.qualified(location);
    this.store = store;
    ByteStore.Kind kind = store.find(root).map(Item::kind).orElse(ByteStore.Kind.FOLDER);
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
  WarehouseFiles(WarehouseFiles of) throws IOException {
    store = of.store;
    root = of.root;
    facts = of.facts;
    listing = Listing.of(of, Tables.names());
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
   * The names of all publications. They identify the state of all tables, because each publication
   * adds a name, and are cheaper to read than the tables.
   */
  public List<String> publications() throws IOException {
    List<String> all = journals().done();
    all.addAll(journals().pending());
    return all.stream().map(Locations::name).toList();
  }

  /** Whether a run has ever written to this warehouse. */
  public boolean exists() throws IOException {
    return store.exists(Locations.in(root, OWN));
  }

  /**
   * Whether the folder has tables but no {@code .varve}, so that it is an incomplete copy of a
   * warehouse.
   */
  public boolean isPart() throws IOException {
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

  /** Its location as a URI. */
  public String location() {
    return root;
  }

  /** Whether any rows of a table have been published. */
  public boolean hasRows(String table) throws IOException {
    return listed(table).whole(table).stream()
        .anyMatch(file -> !file.name().endsWith(Publication.NO_ROWS));
  }

  /** Whether a table has no file at all, not even one without rows. */
  boolean isEmpty(String table) throws IOException {
    return listed(table).files(table).isEmpty();
  }

  /** Bytes of all published files of all tables. */
  public long bytes() throws IOException {
    return bytes(Tables.names());
  }

  /** Bytes of the published files of these tables. */
  public long bytes(Collection<String> tables) throws IOException {
    Listing listing = listed(Set.copyOf(tables));
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
        ? Optional.of(kept(FINGERPRINT))
        : Optional.empty();
  }

  /** The chunker of the published snapshots; empty while there are no snapshots. */
  public Optional<String> chunker() throws IOException {
    return hasRows("snapshot") ? Optional.of(kept(CHUNKER)) : Optional.empty();
  }

  private String kept(String name) throws IOException {
    return store.text(own(name)).trim();
  }

  /** The store that has the warehouse's files. */
  public Store store() {
    return store;
  }

  String own(String name) {
    return Locations.in(Locations.in(root, OWN), name);
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
    return facts.of(done, pending);
  }

  Journals journals() {
    return new Journals(store, Locations.in(root, OWN));
  }

  /**
   * The URIs of a table's published files; none when nothing has been published.
   *
   * @throws IOException also when a file is missing or differs from the published one, so that its
   *     rows are lost
   */
  public List<String> files(String table) throws IOException {
    return uris(listed(table).whole(table));
  }

  /** The URIs of the published files of all tables that exist; missing files are left out. */
  public List<String> files() throws IOException {
    Listing listing = listed(Tables.names());
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
  public List<String> strangers() throws IOException {
    return List.copyOf(listed(Tables.names()).strangers());
  }

  /** A sentence that names the {@link #strangers}; none when there are none. */
  public Optional<String> warning() throws IOException {
    List<String> strangers = strangers();
    if (strangers.isEmpty()) {
      return Optional.empty();
    }
    String more =
        strangers.size() > SHOWN ? " and %,d more".formatted(strangers.size() - SHOWN) : "";
    return Optional.of(
        "left out of %s, as no publication of this warehouse made it: %s%s; varve check --repair puts it away"
            .formatted(
                root,
                String.join(", ", strangers.subList(0, Math.min(SHOWN, strangers.size()))),
                more));
  }

  private Listing listed(String table) throws IOException {
    return listed(Set.of(table));
  }

  private Listing listed(Set<String> tables) throws IOException {
    return listing == null ? Listing.of(this, tables) : listing;
  }
}
