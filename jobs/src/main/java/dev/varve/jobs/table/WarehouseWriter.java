package dev.varve.jobs.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/**
 * The one writer of a warehouse, from its lock to its release. A publication is committed when a
 * journal appears atomically that lists its renames in order. The renames are then carried out by
 * this run or, if it dies, by the next one. So the tables always reach the last committed state.
 *
 * <p>Every lock has a number, and a writer keeps its journals in a folder of that number. Whoever
 * takes over renames the folders of lower numbers away first: a writer that was suspended meanwhile
 * finds no folder to commit in, however late it resumes.
 */
public final class WarehouseWriter implements AutoCloseable {
  private static final String STAGING = "staging";
  private static final String COMMITS = "commits";
  private static final String JOURNAL = ".moves";
  private static final String ENDED = ".ended";

  private final Warehouse warehouse;
  private final WarehouseLock lock;
  private final FileSystem system;
  private final Path staging;
  private final Path commits;

  /** One rename of a publication. */
  record Move(Path from, Path to) {}

  private WarehouseWriter(Warehouse warehouse, WarehouseLock lock) {
    this.warehouse = warehouse;
    this.lock = lock;
    this.system = warehouse.system();
    this.staging = new Path(warehouse.own(STAGING), String.valueOf(lock.number()));
    this.commits = new Path(warehouse.own(COMMITS), String.valueOf(lock.number()));
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
    WarehouseWriter writer = new WarehouseWriter(warehouse, lock);
    try {
      warehouse.system().mkdirs(writer.commits);
      // A writer that takes over from now on finds the folder.
      lock.confirm();
      writer.recover();
    } catch (IOException e) {
      lock.close();
      throw e;
    }
    return writer;
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
    rename(decide(what, name), warehouse.own(what));
  }

  /** A new publication with a unique name, which its files carry. */
  public Publication publication(String name) {
    return new Publication(this, name, new Path(staging, name));
  }

  /** Releases the lock. Committed renames that failed are left to the next writer. */
  @Override
  public void close() throws IOException {
    if (journals(commits).isEmpty()) {
      system.delete(commits, true);
      system.delete(staging, true);
    }
    lock.close();
  }

  void commit(String name, List<Move> moves) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Move move : moves) {
      lines.append(move.from()).append('\t').append(move.to()).append('\n');
    }
    carryOut(decide(name + JOURNAL, lines.toString()), moves);
  }

  /** Creates a file in {@code commits} atomically, unless another writer has taken over. */
  private Path decide(String name, String text) throws IOException {
    Path draft = new Path(staging, name);
    Path decided = new Path(commits, name);
    try (FSDataOutputStream out = system.create(draft, true)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.hsync();
    }
    try {
      rename(draft, decided);
    } catch (IOException e) {
      lock.confirm();
      throw e;
    }
    return decided;
  }

  private void recover() throws IOException {
    for (Path folder : below(warehouse.own(COMMITS))) {
      Path ended = folder;
      if (!folder.getName().endsWith(ENDED)) {
        ended = folder.suffix(ENDED);
        rename(folder, ended);
      }
      for (Path journal : journals(ended)) {
        carryOut(journal, read(journal));
      }
      system.delete(ended, true);
    }
    for (Path folder : below(warehouse.own(STAGING))) {
      system.delete(folder, true);
    }
  }

  /** The folders of earlier writers, the earliest first. */
  private List<Path> below(Path parent) throws IOException {
    List<Path> folders = new ArrayList<>();
    if (system.exists(parent)) {
      for (FileStatus status : system.listStatus(parent)) {
        if (numberOf(status.getPath()) < lock.number()) {
          folders.add(status.getPath());
        }
      }
    }
    folders.sort(Comparator.comparing(WarehouseWriter::numberOf));
    return folders;
  }

  private static long numberOf(Path folder) {
    return Long.parseLong(folder.getName().replace(ENDED, ""));
  }

  private List<Path> journals(Path folder) throws IOException {
    List<Path> journals = new ArrayList<>();
    if (system.exists(folder)) {
      for (FileStatus status : system.listStatus(folder)) {
        if (status.getPath().getName().endsWith(JOURNAL)) {
          journals.add(status.getPath());
        }
      }
    }
    return journals;
  }

  private List<Move> read(Path journal) throws IOException {
    List<Move> moves = new ArrayList<>();
    try (FSDataInputStream in = system.open(journal)) {
      for (String line : IOUtils.readLines(in, StandardCharsets.UTF_8)) {
        int tab = line.indexOf('\t');
        moves.add(new Move(new Path(line.substring(0, tab)), new Path(line.substring(tab + 1))));
      }
    }
    return moves;
  }

  private void carryOut(Path journal, List<Move> moves) throws IOException {
    for (Move move : moves) {
      if (system.exists(move.from())) {
        system.mkdirs(move.to().getParent());
        rename(move.from(), move.to());
      } else if (!system.exists(move.to())) {
        throw new IOException(
            journal
                + " was committed, but neither "
                + move.from()
                + " nor "
                + move.to()
                + " exists; to go on without these rows, delete the journal");
      }
    }
    system.delete(journal, false);
  }

  /**
   * Renames atomically; replaces an existing file, and fails when the target folder does not exist.
   */
  private void rename(Path from, Path to) throws IOException {
    if (system.getScheme().equals("file")) {
      // Hadoop's local file system would copy what it cannot rename, and create the folder.
      Files.move(local(from), local(to), StandardCopyOption.ATOMIC_MOVE);
    } else {
      FileContext.getFileContext(from.toUri(), system.getConf())
          .rename(from, to, Options.Rename.OVERWRITE);
    }
  }

  private static java.nio.file.Path local(Path path) {
    return java.nio.file.Path.of(path.toUri().getPath());
  }
}
