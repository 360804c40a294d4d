package dev.varve.jobs.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
 * The one writer of a warehouse, from its lock to its release. A publication is decided by the
 * atomic appearance of a journal that lists its renames in order; they are then carried out, by
 * this run or, when it dies, by the next. So the tables always hold what was last decided.
 */
public final class WarehouseWriter implements AutoCloseable {
  private static final String STAGING = "staging";
  private static final String COMMITS = "commits";
  private static final String JOURNAL = ".moves";

  private final Warehouse warehouse;
  private final WarehouseLock lock;
  private final FileSystem system;
  private final List<Path> staged = new ArrayList<>();

  /** One rename of a publication. */
  record Move(Path from, Path to) {}

  private WarehouseWriter(Warehouse warehouse, WarehouseLock lock) {
    this.warehouse = warehouse;
    this.lock = lock;
    this.system = warehouse.system();
  }

  /** Waits for the lock, finishes what a dead run had decided, clears away what it had not. */
  public static WarehouseWriter open(
      Warehouse warehouse, int waitSeconds, int staleSeconds, Consumer<String> onWait)
      throws IOException {
    WarehouseLock lock =
        WarehouseLock.acquire(
            warehouse.system(), warehouse.own("locks"), waitSeconds, staleSeconds, onWait);
    WarehouseWriter writer = new WarehouseWriter(warehouse, lock);
    writer.recover();
    return writer;
  }

  /** What this writer writes to. */
  public Warehouse warehouse() {
    return warehouse;
  }

  /** Says which fingerprint all rows will carry; to be called before there are any. */
  public void keepFingerprint(String name) throws IOException {
    keep(Warehouse.FINGERPRINT, name);
  }

  /** Says which chunker cuts the snapshots; to be called before there are any. */
  public void keepChunker(String name) throws IOException {
    keep(Warehouse.CHUNKER, name);
  }

  private void keep(String what, String name) throws IOException {
    Path draft = warehouse.own(what + ".draft");
    write(draft, name);
    rename(draft, warehouse.own(what));
  }

  /** A new publication under a name of its own, which its files will carry. */
  public Publication publication(String name) {
    Path folder = new Path(warehouse.own(STAGING), name);
    staged.add(folder);
    return new Publication(this, name, folder);
  }

  @Override
  public void close() throws IOException {
    // Only what is ours: if this run stood still for long, another one works beside it now.
    for (Path folder : staged) {
      system.delete(folder, true);
    }
    lock.close();
  }

  void commit(String name, List<Move> moves) throws IOException {
    lock.confirm();
    Path journal = new Path(warehouse.own(COMMITS), name + JOURNAL);
    Path draft = journal.suffix(".draft");
    StringBuilder lines = new StringBuilder();
    for (Move move : moves) {
      lines.append(move.from()).append('\t').append(move.to()).append('\n');
    }
    write(draft, lines.toString());
    rename(draft, journal);
    carryOut(journal, moves);
  }

  private void write(Path path, String text) throws IOException {
    try (FSDataOutputStream out = system.create(path, true)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.hsync();
    }
  }

  private void recover() throws IOException {
    Path commits = warehouse.own(COMMITS);
    if (system.exists(commits)) {
      for (FileStatus status : system.listStatus(commits)) {
        Path journal = status.getPath();
        if (journal.getName().endsWith(JOURNAL)) {
          carryOut(journal, read(journal));
        } else {
          system.delete(journal, false);
        }
      }
    }
    system.delete(warehouse.own(STAGING), true);
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
      }
    }
    system.delete(journal, false);
  }

  /** Atomic, and takes the place of a file that is there. */
  private void rename(Path from, Path to) throws IOException {
    if (system.getScheme().equals("file")) {
      if (!system.rename(from, to)) {
        throw new IOException("cannot rename " + from + " to " + to);
      }
    } else {
      FileContext.getFileContext(from.toUri(), system.getConf())
          .rename(from, to, Options.Rename.OVERWRITE);
    }
  }
}
