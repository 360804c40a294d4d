package dev.varve.jobs.table;

import dev.varve.jobs.file.DurableFiles;
import dev.varve.jobs.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The one writer of a warehouse, from its lock to its release. A publication is committed when a
 * journal appears atomically that lists its renames in order. The renames are then carried out by
 * this run or, if it dies, by the next one. So the tables always reach the last committed state.
 *
 * <p>What a journal lists is on disk before the journal is, and the tables' folders are before the
 * journal goes: a loss of power at any moment leaves the state before a publication or the one
 * after.
 *
 * <p>Every lock has a number, and a writer keeps its journals in a folder of that number. Whoever
 * takes over renames the folders of lower numbers away first: a writer that was suspended meanwhile
 * finds no folder to commit in, however late it resumes.
 */
public final class WarehouseWriter implements AutoCloseable {
  private static final String STAGING = "staging";

  /** For those who do not wait, a writer that was silent for so long is dead. */
  private static final int SILENT_SECONDS = 600;

  private final Warehouse warehouse;
  private final WarehouseLock lock;
  private final FileSystem system;
  private final DurableFiles files;
  private final Journals journals;
  private final Path root;
  private final Path staging;
  private final Path commits;

  private WarehouseWriter(Warehouse warehouse, WarehouseLock lock) throws IOException {
    this.warehouse = warehouse;
    this.lock = lock;
    this.system = warehouse.system();
    this.files = new DurableFiles(system);
    this.journals = warehouse.journals();
    this.root = warehouse.root();
    this.staging = new Path(warehouse.own(STAGING), String.valueOf(lock.number()));
    this.commits = new Path(journals.commits(), String.valueOf(lock.number()));
  }

  /**
   * Waits for the lock, finishes the committed publications of a dead run, and deletes its
   * uncommitted files.
   */
  public static WarehouseWriter open(
      Warehouse warehouse, int waitSeconds, int staleSeconds, Consumer<String> onWait)
      throws IOException {
    WarehouseLock lock =
        WarehouseLock.acquire(
            warehouse.system(), warehouse.own("locks"), waitSeconds, staleSeconds, onWait);
    try {
      WarehouseWriter writer = new WarehouseWriter(warehouse, lock);
      writer.begin();
      return writer;
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  /** The same without waiting for a run that holds the warehouse. */
  public static WarehouseWriter openNow(Warehouse warehouse) throws IOException {
    return open(warehouse, 0, SILENT_SECONDS, owner -> {});
  }

  /** Finishes the committed publications of a dead run, unless another run holds the warehouse. */
  public static void finish(Warehouse warehouse) throws IOException {
    try (WarehouseWriter writer = openNow(warehouse)) {
      writer.lock.confirm();
    }
  }

  private void begin() throws IOException {
    system.mkdirs(commits);
    system.mkdirs(journals.published());
    // Were the lock lost with the power, a later one of its number would not look for its journals.
    files.syncFolders(List.of(lock.file(), commits, journals.published()), root);
    // A writer that takes over from now on finds the folder.
    lock.confirm();
    if (journals.identity().isEmpty()) {
      keep(Journals.IDENTITY, UUID.randomUUID().toString());
    }
    recover();
  }

  /** The warehouse that is written to. */
  public Warehouse warehouse() {
    return warehouse;
  }

  /** Records the fingerprint of all rows; must be called before the first rows. */
  public void keepFingerprint(String name) throws IOException {
    keep(Warehouse.FINGERPRINT, name);
  }

  /** Records the chunker of the snapshots; must be called before the first snapshot. */
  public void keepChunker(String name) throws IOException {
    keep(Warehouse.CHUNKER, name);
  }

  private void keep(String what, String name) throws IOException {
    Path kept = warehouse.own(what);
    files.rename(decide(what, name, List.of()), kept);
    files.syncFolders(List.of(kept), root);
  }

  /** A new publication with a unique name, which its files carry. */
  public Publication publication(String name) {
    return new Publication(this, name, new Path(staging, name));
  }

  /** Releases the lock. Committed renames that failed are left to the next writer. */
  @Override
  public void close() throws IOException {
    if (journals.in(commits).isEmpty()) {
      system.delete(commits, true);
      system.delete(staging, true);
    }
    lock.close();
  }

  /**
   * Puts damaged files away from their tables, and with them the other files of their publications:
   * an ingest then reads again what they held. All of them go at once.
   *
   * @param repair a name that no other repair has
   * @param damaged files relative to the warehouse, as those returned are
   */
  public List<String> putAway(String repair, Collection<String> damaged) throws IOException {
    List<String> away = new ArrayList<>();
    for (String table : Tables.names()) {
      for (FileStatus status : Listing.published(system, warehouse.folder(table))) {
        String file = Journal.relative(root, status.getPath());
        if (damaged.stream().anyMatch(one -> Journal.isOfOnePublication(file, one))) {
          away.add(file);
        }
      }
    }
    if (!away.isEmpty()) {
      commit(
          new Journal(repair, away.stream().map(file -> Journal.Move.away(file, repair)).toList()));
    }
    return away;
  }

  void commit(Journal journal) throws IOException {
    List<Path> staged = new ArrayList<>();
    journal.moves().forEach(move -> staged.add(warehouse.path(move.from())));
    String text = journal.text(journals.identity());
    carryOut(decide(journal.name() + Journal.SUFFIX, text, staged), journal);
  }

  /**
   * Creates a file in {@code commits} atomically, unless another writer has taken over.
   *
   * @param staged files that must be on disk before it
   */
  private Path decide(String name, String text, List<Path> staged) throws IOException {
    Path draft = new Path(staging, name);
    Path decided = new Path(commits, name);
    try {
      files.syncFiles(staged, root);
      files.write(draft, text);
      files.rename(draft, decided);
    } catch (IOException e) {
      lock.confirm();
      throw e;
    }
    files.syncFolders(List.of(decided), root);
    return decided;
  }

  private void recover() throws IOException {
    for (Path folder : journals.folders()) {
      if (Journals.numberOf(folder) < lock.number()) {
        boolean put = folder.getName().endsWith(Journals.ENDED);
        Path ended = put ? folder : folder.suffix(Journals.ENDED);
        if (!put) {
          files.rename(folder, ended);
        }
        for (Path journal : journals.in(ended)) {
          carryOut(journal, journals.read(journal));
        }
        system.delete(ended, true);
      }
    }
    if (system.exists(warehouse.own(STAGING))) {
      for (FileStatus status : system.listStatus(warehouse.own(STAGING))) {
        if (Journals.numberOf(status.getPath()) < lock.number()) {
          system.delete(status.getPath(), true);
        }
      }
    }
  }

  private void carryOut(Path file, Journal journal) throws IOException {
    List<Path> published = new ArrayList<>();
    for (Journal.Move move : journal.moves()) {
      Path from = warehouse.path(move.from());
      Path to = warehouse.path(move.to());
      if (system.exists(from)) {
        system.mkdirs(to.getParent());
        files.rename(from, to);
      } else if (!system.exists(to)) {
        throw new IOException(
            "%s was committed, but neither %s nor %s exists; to go on without these rows, delete it"
                .formatted(file, from, to));
      }
      published.add(to);
    }
    files.syncFolders(published, root);
    Path done = journals.published(file);
    files.rename(file, done);
    files.syncFolders(List.of(done, file), root); // first where it is, then where it was
  }
}
