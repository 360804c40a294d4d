package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.parquet.ParquetParts;
import dev.varve.jobs.warehouse.parquet.StoreFile;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.ByteStore.Item;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Commits in a store that renames atomically. A publication is <i>decided</i> once its journal
 * exists, and <i>carried out</i> once all renames in the journal are done. Commits of the
 * warehouse's own records, such as its fingerprint rule, work alike.
 *
 * <p>Every lock has a number, and the journals of its writer are in a folder of that number. A
 * writer that takes over first renames the folders of lower numbers. So a suspended writer that
 * resumes later finds no folder to commit in, and cannot change the tables any more.
 */
final class RenamingCommits implements Commits {
  private static final String STAGING = "staging";

  /**
   * Name of the journal of adopted files. Lock numbers begin at 1, so it sorts before the journals
   * of all writers.
   */
  private static final String ADOPTED = "0000000000-adopted" + Journal.SUFFIX;

  private final WarehouseFiles warehouse;
  private final WarehouseLock lock;
  private final Store store;
  private final Journals journals;
  private final String root;
  private final String staging;
  private final String folder;
  private int decided;

  /** Whether a publication may be decided but not yet carried out. */
  private boolean unfinished;

  RenamingCommits(WarehouseFiles warehouse, WarehouseLock lock) throws IOException {
    this.warehouse = warehouse;
    this.lock = lock;
    this.store = warehouse.store();
    this.journals = warehouse.journals();
    this.root = warehouse.root();
    this.staging = staging(warehouse, lock);
    this.folder = Locations.in(journals.commits(), String.valueOf(lock.number()));
  }

  @Override
  public void begin() throws IOException {
    store.makeFolder(folder);
    store.makeFolder(journals.published());
    // If a loss of power erased the lock's file, the next writer would take the same number, and
    // would not look for journals in a folder of its own number. So the folders' entries are
    // synchronized.
    syncFolders(List.of(lock.file(), folder, journals.published()));
    // If another writer has taken over before it could see the folder, this fails. A writer that
    // takes over later sees the folder and renames it.
    lock.confirm();
    if (journals.identity().isEmpty()) {
      record(Journals.IDENTITY, UUID.randomUUID().toString());
    }
    recover();
    if (journals.done().isEmpty()) {
      adoptExistingFiles();
    }
  }

  /**
   * Writes a first journal that lists all existing files, if there is no journal yet, as in a
   * warehouse of an earlier version. Without it, the next journal would leave all files that it
   * does not list unread.
   */
  private void adoptExistingFiles() throws IOException {
    List<Journal.Move> moves = new ArrayList<>();
    for (String table : Tables.names()) {
      for (Item file : Listing.published(store, warehouse.folder(table))) {
        Journal.Move move = adopted(file);
        if (move.isConfined()) {
          moves.add(move);
        }
      }
    }
    if (!moves.isEmpty()) {
      writeJournal(
          Locations.in(journals.published(), ADOPTED),
          new Journal(ADOPTED, moves).text(journals.owner()));
    }
  }

  private Journal.Move adopted(Item file) {
    String name = Journal.relative(root, file.location());
    String from = Journal.relative(root, Locations.in(staging, name));
    try {
      ParquetParts.Facts facts = ParquetParts.facts(new StoreFile(store, file.location()));
      return new Journal.Move(from, name, file.bytes(), facts.rows(), facts.tail());
    } catch (IOException | RuntimeException e) {
      // The file is damaged. It is adopted with unknown facts; readers of the table report the
      // damage.
      return new Journal.Move(from, name, file.bytes(), 0, -1);
    }
  }

  @Override
  public NewFiles newFiles(String publication) {
    String folder = Locations.in(staging, publication);
    return new NewFiles(folder, folder, publication);
  }

  @Override
  public synchronized void record(String name, String value) throws IOException {
    String file = warehouse.metadataPath(name);
    store.rename(decide(name, value, List.of()), file);
    syncFolders(List.of(file));
  }

  @Override
  public synchronized void commit(Journal journal) throws IOException {
    List<String> staged = new ArrayList<>();
    for (Journal.Move move : journal.moves()) {
      if (!move.isRemoval()) {
        staged.add(warehouse.path(move.from()));
      }
    }
    String name = String.format("%06d-%s", decided++, journal.name());
    String text = journal.text(journals.owner());
    finish();
    unfinished = true;
    carryOut(decide(name + Journal.SUFFIX, text, staged), journal);
    unfinished = false;
  }

  @Override
  public synchronized void finish() throws IOException {
    if (unfinished) {
      for (String journal : journals.in(folder)) {
        carryOut(journal, journals.read(journal));
      }
      unfinished = false;
    }
  }

  /**
   * {@inheritDoc} Those were renamed, and deleted by their publication unless it was killed. What a
   * repair has put away stays.
   */
  @Override
  public List<String> deleteOldFiles(
      Map<String, Journal.Move> last, Instant before, AtomicInteger deleted) throws IOException {
    for (Item folder : store.entries(warehouse.metadataPath("damaged"))) {
      if (!folder.name().startsWith(WarehouseWriter.REPAIR)) {
        store.deleteBelow(root, folder.location());
      }
    }
    last.values().removeIf(Journal.Move::isRemoval);
    return List.of();
  }

  @Override
  public synchronized void writeCheckpoint(String file, String text) throws IOException {
    writeJournal(file, text);
    for (String journal : journals.replacedBy(file)) {
      store.deleteBelow(root, journal);
    }
  }

  /** Writes a file of the journals' folder as a whole. */
  private void writeJournal(String file, String text) throws IOException {
    String draft = Locations.in(staging, Locations.name(file));
    store.write(draft, text);
    store.rename(draft, file);
    syncFolders(List.of(file));
  }

  @Override
  public void end() throws IOException {
    if (journals.in(folder).isEmpty()) {
      store.deleteBelow(root, folder);
      store.deleteBelow(root, staging);
    }
  }

  /**
   * Creates a file in this writer's folder atomically; fails if another writer has taken over.
   *
   * @param staged files that must be on disk before it
   */
  private String decide(String name, String text, List<String> staged) throws IOException {
    String draft = Locations.in(staging, name);
    String file = Locations.in(folder, name);
    try {
      for (String stagedFile : staged) {
        store.sync(stagedFile);
      }
      syncFolders(staged);
      store.write(draft, text);
      store.rename(draft, file);
    } catch (IOException e) {
      lock.confirm();
      throw e;
    }
    syncFolders(List.of(file));
    return file;
  }

  private void recover() throws IOException {
    for (String earlier : journals.folders()) {
      if (Journals.numberOf(earlier) < lock.number()) {
        boolean isEnded = Locations.name(earlier).endsWith(Journals.ENDED_SUFFIX);
        String ended = isEnded ? earlier : earlier + Journals.ENDED_SUFFIX;
        if (!isEnded) {
          store.rename(earlier, ended);
        }
        for (String journal : journals.in(ended)) {
          carryOut(journal, journals.read(journal));
        }
        store.deleteBelow(root, ended);
      }
    }
    deleteStagedBefore(warehouse, lock);
  }

  /** Deletes what earlier writers have staged. */
  static void deleteStagedBefore(WarehouseFiles warehouse, WarehouseLock lock) throws IOException {
    Store store = warehouse.store();
    for (Item item : store.entries(warehouse.metadataPath(STAGING))) {
      if (Journals.isWriterFolder(item.location())
          && Journals.numberOf(item.location()) < lock.number()) {
        store.deleteBelow(warehouse.root(), item.location());
      }
    }
  }

  /** Folder in which files are staged under a lock. */
  static String staging(WarehouseFiles warehouse, WarehouseLock lock) {
    return Locations.in(warehouse.metadataPath(STAGING), String.valueOf(lock.number()));
  }

  private void carryOut(String file, Journal journal) throws IOException {
    List<String> published = new ArrayList<>();
    for (Journal.Move move : journal.moves()) {
      String from = warehouse.path(move.from());
      String to = warehouse.path(move.to());
      if (store.exists(from)) {
        store.makeFolder(Locations.folder(to));
        store.rename(from, to);
      } else if (!store.exists(to)) {
        if (move.isRemoval()) {
          continue; // a damaged file that was missing already; it is no longer expected
        }
        throw new IOException(
            "%s was committed, but neither %s nor %s exists. %s"
                .formatted(file, from, to, Journal.remedy(journals.owner())));
      }
      published.add(to);
    }
    syncFolders(published);
    String done = journals.published(file);
    store.rename(file, done);
    // The new entry first: after a loss of power the journal is then in at least one folder.
    syncFolders(List.of(done, file));
  }

  /** Synchronizes the folders above these files with the disk, up to the warehouse's root. */
  private void syncFolders(Collection<String> files) throws IOException {
    Set<String> folders = new LinkedHashSet<>();
    for (String file : files) {
      for (String above = file; !above.equals(root); ) {
        above = Locations.folder(above);
        folders.add(above);
      }
    }
    for (String folder : folders) {
      store.sync(folder);
    }
  }
}
