package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The one writer of a warehouse, from its lock to its release. A publication is committed when a
 * journal appears atomically that lists its renames in order. The renames are then carried out by
 * this run or, if it dies, by the next one. So the tables always reach the last committed state. In
 * an object store files have their final names, and nothing is left to be carried out.
 *
 * <p>Files are synchronized with the disk before the journal that lists them, and the tables'
 * folders before the journal is moved removed. So a loss of power at any moment leaves the state
 * before or after a publication.
 *
 * <p>Runs of one program may share a lock, each with a writer of its own: see {@link
 * #withSharedLock}.
 */
public final class WarehouseWriter implements AutoCloseable {
  /** Time without a heartbeat, in seconds, after which {@link #openNow} takes a writer for dead. */
  private static final int STALE_SECONDS = 600;

  /** Prefix of the names of repairs. */
  public static final String REPAIR = "repair-";

  private static final String DERIVE = "derive";

  /** The table that every run adds to. */
  private static final String RUNS = "run";

  /** Names in a folder that mark it as an input of an ingest. */
  private static final List<String> INPUTS = List.of("oci-layout", "docker/registry/v2");

  private final WarehouseFiles warehouse;
  private final WarehouseLock lock;
  private final Commits commits;
  private final boolean ownsLock;
  private final Notices notices;

  /** Receives what people are to know of a writer. */
  @FunctionalInterface
  public interface Notices {
    /** Another run has the lock, in words for people; called once. */
    void waitsFor(String owner);

    /** A sentence on what could not be deleted after a publication, and what deletes it. */
    default void leaves(String leftover) {}
  }

  private WarehouseWriter(
      WarehouseFiles warehouse,
      WarehouseLock lock,
      Commits commits,
      boolean ownsLock,
      Notices notices) {
    this.warehouse = warehouse;
    this.lock = lock;
    this.commits = commits;
    this.ownsLock = ownsLock;
    this.notices = notices;
  }

  /**
   * Waits for the lock, finishes the committed publications of a dead run, and deletes its
   * uncommitted files.
   *
   * @throws NotDirectoryException when a warehouse may not be at this location, or contains a
   *     symbolic link
   */
  public static WarehouseWriter open(
      WarehouseFiles warehouse, int waitSeconds, int staleSeconds, Notices notices)
      throws IOException {
    requireAllowedLocation(warehouse);
    warehouse.layout().requireWritable(warehouse);
    WarehouseLock lock =
        WarehouseLock.acquire(
            warehouse.store(),
            warehouse.metadataPath("locks"),
            warehouse.journals().nextNumber() - 1,
            waitSeconds,
            staleSeconds,
            notices::waitsFor);
    try {
      Commits commits = warehouse.layout().commits(warehouse, lock);
      commits.begin();
      return new WarehouseWriter(warehouse, lock, commits, true, notices);
    } catch (IOException | RuntimeException e) {
      lock.close(e);
      throw e;
    }
  }

  /**
   * Refuses a new warehouse within another one, because readers of a folder with all its subfolders
   * would read both. Also refuses one in the folder of an input, and one among tables that lack
   * their folder {@code .varve}.
   *
   * @throws NotDirectoryException with the reason
   */
  private static void requireAllowedLocation(WarehouseFiles warehouse) throws IOException {
    requireNoLinks(warehouse);
    if (warehouse.exists()) {
      return;
    }
    Store store = warehouse.store();
    String root = warehouse.root();
    for (Optional<String> ancestor = Locations.above(root);
        ancestor.isPresent();
        ancestor = ancestor.flatMap(Locations::above)) {
      // A folder that this user may not read counts as no warehouse.
      if (store.exists(Locations.in(ancestor.get(), WarehouseFiles.METADATA_FOLDER))
          && store.exists(Locations.in(ancestor.get(), RUNS))) {
        throw refused(root, "is within the warehouse " + ancestor.get());
      }
    }
    if (warehouse.isIncompleteCopy()) {
      throw refused(
          root, "contains tables of a warehouse whose folder .varve was not copied along");
    }
    for (String input : INPUTS) {
      if (store.exists(Locations.in(root, input))) {
        throw refused(root, "contains an input, " + input);
      }
    }
  }

  /**
   * Refuses a warehouse that contains a symbolic link, because writing, renaming and deleting below
   * the link would change files elsewhere. The folder of the warehouse itself may be reached by
   * links.
   */
  private static void requireNoLinks(WarehouseFiles warehouse) throws IOException {
    Set<String> names = new HashSet<>(Tables.names());
    names.add(WarehouseFiles.METADATA_FOLDER);
    String root = warehouse.root();
    Optional<String> link = warehouse.store().link(root, names);
    if (link.isPresent()) {
      throw new NotDirectoryException(
          "%s is not written to: %s is a symbolic link; put what it leads to in its place"
              .formatted(root, link.get()));
    }
  }

  private static NotDirectoryException refused(String root, String why) {
    return new NotDirectoryException(root + " " + why + "; name another folder as warehouse");
  }

  /** Opens the warehouse without waiting; fails if another run has locked it. */
  public static WarehouseWriter openNow(WarehouseFiles warehouse) throws IOException {
    return open(warehouse, 0, STALE_SECONDS, owner -> {});
  }

  /**
   * Finishes the committed publications of a dead run, unless another run has locked the warehouse.
   */
  public static void finish(WarehouseFiles warehouse) throws IOException {
    try (WarehouseWriter writer = openNow(warehouse)) {
      writer.lock.confirm();
    }
  }

  /**
   * A writer for a run that executes in parallel with other runs of this program, under the same
   * lock. Publications happen one after another. A run may read or write a table that a parallel
   * run writes only within {@link #exclusively}.
   *
   * @param session the same warehouse, with a listing of its own for this run
   */
  public WarehouseWriter withSharedLock(WarehouseFiles session) {
    return new WarehouseWriter(session, lock, commits, false, notices);
  }

  /** The warehouse that is written to. */
  public WarehouseFiles warehouse() {
    return warehouse;
  }

  /**
   * Records the fingerprint algorithm of all rows; must be called before the first rows are
   * published.
   */
  public void keepFingerprint(String name) throws IOException {
    commits.record(WarehouseFiles.FINGERPRINT, name);
  }

  /**
   * Records the chunker of the snapshots; must be called before the first snapshot is published.
   */
  public void keepChunker(String name) throws IOException {
    commits.record(WarehouseFiles.CHUNKER, name);
  }

  /**
   * A new publication.
   *
   * @param name unique; a part of the names of its files
   */
  public Publication publication(String name) {
    return new Publication(this, commits.newFiles(name));
  }

  /** An action that reads, and may replace, a table that parallel runs may replace. */
  public interface Action {
    /** Runs it. */
    void run() throws IOException;
  }

  /** Runs an action while no parallel run publishes. */
  public void exclusively(Action action) throws IOException {
    synchronized (commits) {
      commits.finish();
      action.run();
    }
  }

  /**
   * Deletes what is of no use after a publication, or releases the lock. The rows are published, so
   * that a fault is reported and does not end the run.
   *
   * @param what the leftover, if the action fails
   * @param remedy what removes it then
   */
  void clear(String what, String remedy, Action action) {
    try {
      action.run();
    } catch (IOException e) {
      notices.leaves("%s: %s (%s); %s".formatted(warehouse.root(), what, e, remedy));
    }
  }

  /** Deletes a folder of files that were staged. */
  void clearStaged(String folder) {
    clear(
        "staged files are left in " + Journal.relative(warehouse.root(), folder),
        "the next run that writes deletes them",
        () -> warehouse.store().deleteBelow(warehouse.root(), folder));
  }

  /** Releases the lock, unless this writer shares the lock of another writer. */
  @Override
  public void close() {
    if (ownsLock) {
      clear("staged files are left", "the next run that writes deletes them", commits::end);
      clear(
          "the lock could not be released",
          "the next run waits until it is older than lock.stale-seconds, and takes it",
          lock::close);
    }
  }

  /**
   * Removes damaged files from their tables atomically, together with the other files of their
   * publications, so that an ingest reads these inputs again. If files were joined since, so that
   * some have rows of several publications, all that the same verb published before is removed.
   * Tables of derive that read a changed table are removed too, because their figures no longer
   * fit. Files that no publication made are removed alone. Missing files are no longer expected.
   *
   * @param repair unique name of the repair
   * @param damaged files to remove, by paths relative to the warehouse
   * @return all removed files, by paths relative to the warehouse
   */
  public List<String> remove(String repair, Collection<String> damaged) throws IOException {
    Listing listing = Listing.of(warehouse, Tables.names());
    List<String> removed = new ArrayList<>(listing.unpublishedFiles());
    removed.retainAll(damaged);
    List<String> published = new ArrayList<>(damaged);
    published.removeAll(removed);
    List<String> missing = new ArrayList<>(published);
    missing.retainAll(listing.facts().keySet());
    Set<String> changedTables = new HashSet<>();
    CommonRows common = new CommonRows(warehouse.journals());
    for (String table : Tables.names()) {
      Set<String> existing = listing.files(table).keySet();
      missing.removeAll(existing);
      for (String file : existing) {
        for (String other : published) {
          if (common.mayBeIn(file, other)) {
            removed.add(file);
            changedTables.add(table);
            break;
          }
        }
      }
    }
    missing.forEach(file -> changedTables.add(Journal.Move.removal(file, repair).table()));
    for (String table : Tables.madeBy(DERIVE)) {
      boolean readsChanged =
          Tables.declaration(table).from().stream()
              .flatMap(from -> Tables.tablesReadBy(from).stream())
              .anyMatch(changedTables::contains);
      if (readsChanged) {
        listing.files(table).keySet().stream()
            .filter(file -> !removed.contains(file))
            .forEach(removed::add);
      }
    }
    List<Journal.Move> moves =
        Stream.concat(removed.stream(), missing.stream())
            .map(file -> Journal.Move.removal(file, repair))
            .toList();
    if (!moves.isEmpty()) {
      commit(new Journal(repair, moves));
    }
    return removed;
  }

  /**
   * Deletes files of tables that no publication has any more, where there are such, and replaces
   * all journals by one. A fault is only reported: tables stay as they are, and the next call goes
   * on. No other run of this program may publish meanwhile.
   *
   * @param before files that were removed later are left, for those that read an earlier state
   * @return number of deleted files of tables
   */
  public int deleteOldFiles(Instant before) throws IOException {
    AtomicInteger deleted = new AtomicInteger();
    exclusively(
        () ->
            clear(
                "old files and journals are left",
                "the next varve compact deletes them",
                () -> deleteOldFiles(before, deleted)));
    return deleted.get();
  }

  private void deleteOldFiles(Instant before, AtomicInteger deleted) throws IOException {
    Journals journals = warehouse.journals();
    List<String> done = journals.done();
    Map<String, Journal.Move> last = new TreeMap<>();
    journals.readLast(done, last::put);
    List<String> foreign = commits.deleteOldFiles(last, before, deleted);
    if (!foreign.isEmpty()) {
      notices.leaves(warehouse.leftOut(foreign) + "; delete what nobody needs");
    }
    if (done.size() > 1) {
      List<Journal.Move> moves = new ArrayList<>();
      last.forEach((name, move) -> moves.add(move.isRemoval() ? move : move.published()));
      commits.writeCheckpoint(
          journals.checkpoint(done.get(done.size() - 1)),
          new Journal("checkpoint", moves).text(journals.owner()));
    }
  }

  /** Commits a journal; files that its replaced tables had before are removed. */
  void commit(Journal journal) throws IOException {
    Set<String> replaced = new HashSet<>();
    Set<String> published = new HashSet<>();
    for (Journal.Move move : journal.moves()) {
      if (!move.isRemoval() && Tables.declaration(move.table()).replaced()) {
        replaced.add(move.table());
        published.add(move.to());
      }
    }
    List<Journal.Move> moves = new ArrayList<>(journal.moves());
    if (!replaced.isEmpty()) {
      Listing listing = Listing.of(warehouse, replaced);
      for (String table : replaced) {
        listing.files(table).keySet().stream()
            .filter(file -> !published.contains(file))
            .forEach(file -> moves.add(Journal.Move.removal(file, journal.name())));
      }
    }
    commits.commit(new Journal(journal.name(), moves));
  }
}
