package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.warehouse.file.DurableFiles;
import dev.varve.jobs.warehouse.parquet.ParquetParts;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The commits under a lock, decided and carried out one after another: the journals of
 * publications, and the warehouse's own records. Several threads may decide.
 *
 * <p>Every lock has a number, and its journals are in a folder of that number. Whoever takes over
 * renames the folders of lower numbers away first: a writer that was suspended meanwhile finds no
 * folder to commit in, however late it resumes.
 */
final class Commits {
  private static final String STAGING = "staging";

  /** Sorts before the journals of all writers. */
  private static final String ADOPTED = "0000000000-adopted" + Journal.SUFFIX;

  private final WarehouseFiles warehouse;
  private final WarehouseLock lock;
  private final FileSystem system;
  private final DurableFiles files;
  private final Journals journals;
  private final Path root;
  private final Path staging;
  private final Path folder;
  private int decided;

  /** Whether a publication may be decided and not carried out. */
  private boolean unfinished;

  Commits(WarehouseFiles warehouse, WarehouseLock lock) throws IOException {
    this.warehouse = warehouse;
    this.lock = lock;
    this.system = warehouse.system();
    this.files = new DurableFiles(system);
    this.journals = warehouse.journals();
    this.root = warehouse.root();
    this.staging = new Path(warehouse.own(STAGING), String.valueOf(lock.number()));
    this.folder = new Path(journals.commits(), String.valueOf(lock.number()));
  }

  /** Makes the folders, and finishes what was decided under earlier locks. */
  void begin() throws IOException {
    system.mkdirs(folder);
    system.mkdirs(journals.published());
    // Were the lock lost with the power, a later one of its number would not look for its journals.
    files.syncFolders(List.of(lock.file(), folder, journals.published()), root);
    // A writer that takes over from now on finds the folder.
    lock.confirm();
    if (journals.identity().isEmpty()) {
      keep(Journals.IDENTITY, UUID.randomUUID().toString());
    }
    recover();
    if (journals.done().isEmpty()) {
      adopt();
    }
  }

  /**
   * Writes a first journal, of the files that are there, where none states what was published, as
   * in a warehouse of an earlier version. Otherwise the next journal would make strangers of all
   * other files.
   */
  private void adopt() throws IOException {
    List<Journal.Move> moves = new ArrayList<>();
    for (String table : Tables.names()) {
      for (FileStatus file : Listing.published(system, warehouse.folder(table))) {
        Journal.Move move = found(file);
        if (move.isConfined()) {
          moves.add(move);
        }
      }
    }
    if (!moves.isEmpty()) {
      Path draft = new Path(staging, ADOPTED);
      Path done = new Path(journals.published(), ADOPTED);
      files.write(draft, new Journal(ADOPTED, moves).text(journals.identity()));
      files.rename(draft, done);
      files.syncFolders(List.of(done), root);
    }
  }

  private Journal.Move found(FileStatus file) {
    String name = Journal.relative(root, file.getPath());
    String from = Journal.relative(root, new Path(staging, name));
    try {
      ParquetParts.Facts facts = ParquetParts.facts(file, system.getConf());
      return new Journal.Move(from, name, file.getLen(), facts.rows(), facts.tail());
    } catch (IOException | RuntimeException e) {
      // It is damaged: its reader reports it.
      return new Journal.Move(from, name, file.getLen(), 0, -1);
    }
  }

  /** Folder in which files are staged under this lock. */
  Path staging() {
    return staging;
  }

  /** Records what the warehouse keeps of itself. */
  synchronized void keep(String what, String value) throws IOException {
    Path kept = warehouse.own(what);
    files.rename(decide(what, value, List.of()), kept);
    files.syncFolders(List.of(kept), root);
  }

  /** Decides a publication, and carries it out. */
  synchronized void commit(Journal journal) throws IOException {
    List<Path> staged = new ArrayList<>();
    for (Journal.Move move : journal.moves()) {
      if (!move.putsAway()) {
        staged.add(warehouse.path(move.from()));
      }
    }
    String name = String.format("%06d-%s", decided++, journal.name());
    String text = journal.text(journals.identity());
    finish();
    unfinished = true;
    carryOut(decide(name + Journal.SUFFIX, text, staged), journal);
    unfinished = false;
  }

  /**
   * Carries out a publication that was decided under this lock, where an earlier try failed. The
   * tables are then in the state of the last decision.
   */
  synchronized void finish() throws IOException {
    if (unfinished) {
      for (Path journal : journals.in(folder)) {
        carryOut(journal, journals.read(journal));
      }
      unfinished = false;
    }
  }

  /** Releases the lock. Committed renames that failed are left to the next writer. */
  void end() throws IOException {
    if (journals.in(folder).isEmpty()) {
      files.deleteBelow(root, folder);
      files.deleteBelow(root, staging);
    }
    lock.close();
  }

  /**
   * Creates a file in the folder atomically, unless another writer has taken over.
   *
   * @param staged files that must be on disk before it
   */
  private Path decide(String name, String text, List<Path> staged) throws IOException {
    Path draft = new Path(staging, name);
    Path file = new Path(folder, name);
    try {
      files.syncFiles(staged, root);
      files.write(draft, text);
      files.rename(draft, file);
    } catch (IOException e) {
      lock.confirm();
      throw e;
    }
    files.syncFolders(List.of(file), root);
    return file;
  }

  private void recover() throws IOException {
    for (Path earlier : journals.folders()) {
      if (Journals.numberOf(earlier) < lock.number()) {
        boolean put = earlier.getName().endsWith(Journals.ENDED);
        Path ended = put ? earlier : earlier.suffix(Journals.ENDED);
        if (!put) {
          files.rename(earlier, ended);
        }
        for (Path journal : journals.in(ended)) {
          carryOut(journal, journals.read(journal));
        }
        files.deleteBelow(root, ended);
      }
    }
    if (system.exists(warehouse.own(STAGING))) {
      for (FileStatus status : system.listStatus(warehouse.own(STAGING))) {
        if (Journals.isOfAWriter(status.getPath())
            && Journals.numberOf(status.getPath()) < lock.number()) {
          files.deleteBelow(root, status.getPath());
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
        if (move.putsAway()) {
          continue; // It was gone before: from now on it is not expected.
        }
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
