package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.row.RowOrder;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Rows that become visible together. Files are staged first, then renamed into their tables in the
 * order in which they were added. So rows that refer to other tables are visible no earlier than
 * the rows that they refer to, if those are added first. Several threads may add files; their order
 * is kept per thread only. All other methods are for one thread, after these threads have ended.
 */
public final class Publication {
  static final String PARQUET = ".parquet";

  /** Suffix of files that have columns but no rows. */
  static final String NO_ROWS = "-none" + PARQUET;

  /** Parts of the wanted length of a file. A file of one part is not joined with others. */
  private static final int PARTS = 4;

  private final WarehouseWriter writer;
  private final Store store;
  private final String name;
  private final NewFiles files;
  private final Staging staging;
  private final AtomicInteger nextFile = new AtomicInteger();
  private final List<Journal.Move> moves = new ArrayList<>();
  private final List<String> replaced = new ArrayList<>();
  private final Map<String, Long> rows = new LinkedHashMap<>();

  Publication(WarehouseWriter writer, NewFiles files) {
    this.writer = writer;
    this.store = writer.warehouse().store();
    this.name = files.publication();
    this.files = files;
    this.staging = new Staging(writer, files);
  }

  /**
   * Whether a file is joined with others. Copying a larger one takes longer than it spares readers.
   *
   * @param bytes its length
   * @param fileBytes wanted length of a file
   */
  public static boolean isSmall(long bytes, long fileBytes) {
    return bytes < fileBytes / PARTS;
  }

  /**
   * The folder for the files of this publication before they are published; readers of the
   * warehouse do not see it.
   */
  public String folder() {
    return files.folder();
  }

  /** Locations of the files of tables before they are published. */
  public NewFiles files() {
    return files;
  }

  /** Stages {@link #files} that were written, in the order of their rows. */
  public void add(String table, List<RowFile.Written> files) throws IOException {
    add(staging.stage(table, files));
  }

  /**
   * Stages {@link #files} that were written. Where files are renamed atomically, they are joined
   * into fewer files without decoding rows.
   *
   * @param fileBytes target size of a joined file, in bytes
   */
  public void add(String table, List<RowFile.Written> files, long fileBytes) throws IOException {
    add(staging.stage(table, staging.joined(table, files, fileBytes)));
  }

  /**
   * Stages few records.
   *
   * @param order columns that sort the rows, nulls first
   */
  public <T extends Record> void add(String table, Class<T> type, List<T> records, String... order)
      throws IOException {
    Binder<T> binder = Binder.of(table, Tables.columns(table), type);
    List<@Nullable Object[]> rows = new ArrayList<>();
    records.forEach(record -> rows.add(binder.row(record)));
    rows.sort(new RowOrder(binder.columns(), List.of(order)));
    RowFile file = newFile(table);
    try (file) {
      for (@Nullable Object[] row : rows) {
        file.add(row);
      }
    }
    add(table, List.of(file.written()));
  }

  /**
   * Stages the replacement of published files of a table that is not replaced as a whole: they are
   * deleted, and their table gets these files.
   *
   * @param old locations of the published files
   * @param files of {@link #files}, {@link NewFiles#ofJoined}
   */
  public void replace(String table, List<String> old, List<RowFile.Written> files)
      throws IOException {
    for (String file : old) {
      moves.add(Journal.Move.removal(Journal.relative(writer.warehouse().root(), file), name));
    }
    replaced.addAll(old);
    Staging.Staged staged =
        new Staging(writer, this.files.ofJoined()).stage(table, files, moves.size());
    moves.addAll(staged.moves());
    rows.merge(table, staged.rows(), Long::sum);
  }

  /** A new file of a table, one of {@link #files}. */
  public RowFile newFile(String table) throws IOException {
    String part = "run" + nextFile.getAndIncrement();
    return RowFile.ofTable(table, files.ofTable(table, part), store);
  }

  /**
   * Stages a file without rows for each of these tables that has no file yet. Engines that read the
   * plain folders find the columns there.
   */
  public void addMissing(Collection<String> tables) throws IOException {
    for (String table : tables) {
      boolean replaced = Tables.declaration(table).replaced();
      boolean staged = replaced ? rows.containsKey(table) : rows.getOrDefault(table, 0L) > 0;
      if (!staged && writer.warehouse().isEmpty(table)) {
        moves.add(staging.fileWithoutRows(table));
      }
    }
  }

  private synchronized void add(Staging.Staged staged) {
    moves.addAll(staged.moves());
    rows.put(staged.table(), staged.rows());
  }

  /** Number of staged rows, by table. */
  public Map<String, Long> rows() {
    return Map.copyOf(rows);
  }

  /**
   * Staged files of a table.
   *
   * @param files number of files
   */
  public record Written(long rows, long bytes, int files) {
    /** Both together. */
    public Written plus(Written other) {
      return new Written(rows + other.rows, bytes + other.bytes, files + other.files);
    }
  }

  /** Staged files by table, without those that only have columns for a table that has no rows. */
  public Map<String, Written> written() {
    Map<String, Written> written = new LinkedHashMap<>();
    for (Journal.Move move : moves) {
      if (!move.isRemoval() && rows.containsKey(move.table())) {
        written.merge(move.table(), new Written(move.rows(), move.bytes(), 1), Written::plus);
      }
    }
    return written;
  }

  /** Bytes of all staged files. */
  public long bytes() {
    return moves.stream().mapToLong(Journal.Move::bytes).sum();
  }

  /** Publishes all staged files; does nothing if there are none. */
  public void commit() throws IOException {
    if (!moves.isEmpty()) {
      writer.commit(new Journal(name, List.copyOf(moves)));
    }
    writer.clearStaged(folder());
    if (!replaced.isEmpty()) {
      writer.clear(
          "files that were replaced are left in .varve/damaged/" + name,
          "the next varve compact deletes them",
          () ->
              store.deleteBelow(
                  writer.warehouse().root(), writer.warehouse().metadataPath("damaged/" + name)));
    }
  }
}
