package dev.varve.jobs.table;

import dev.varve.jobs.host.AtOnce;
import dev.varve.jobs.parquet.RowFile;
import dev.varve.jobs.parquet.RowSource;
import dev.varve.jobs.parquet.StagedStream;
import dev.varve.jobs.row.Binder;
import dev.varve.jobs.row.RowOrder;
import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Rows that become visible together: staged first, then renamed into their tables in the order in
 * which they were added. Add what others refer to last. Several threads may add, each in an order
 * of its own; all else is for one thread, when they have ended.
 */
public final class Publication {
  /** Lets the engine choose the number of files by the size of the rows. */
  public static final int AS_NEEDED = 0;

  static final String PARQUET = ".parquet";

  /** Tables that are written at the same time: few, as each may sort as much as memory takes. */
  private static final int TABLES_AT_ONCE = 4;

  /** Parquet's filter of a row group, however few rows it has. */
  public static final long FILTER_BYTES = 1 << 20;

  /** Suffix of files that have columns but no rows. */
  static final String NO_ROWS = "-none" + PARQUET;

  private final WarehouseWriter writer;
  private final FileSystem system;
  private final String name;
  private final Path folder;
  private final Staging staging;
  private final List<Journal.Move> moves = new ArrayList<>();
  private final Map<String, Long> rows = new LinkedHashMap<>();

  Publication(WarehouseWriter writer, String name, Path folder) {
    this.writer = writer;
    this.system = writer.warehouse().system();
    this.name = name;
    this.folder = folder;
    this.staging = new Staging(writer, name, folder);
  }

  /**
   * Writes intermediate rows once, so that several tables can be made from them; they are not
   * visible to readers.
   */
  public Dataset<Row> materialize(String title, Dataset<Row> data) {
    // Read once and deleted: a dictionary would cost more than it saves.
    return materialize(title, data, false);
  }

  /** The same of rows whose columns have few values, each many times. */
  public Dataset<Row> materializeRepeating(String title, Dataset<Row> data) {
    return materialize(title, data, true);
  }

  private Dataset<Row> materialize(String title, Dataset<Row> data, boolean dictionary) {
    Path own = new Path(folder, "." + title);
    data.write()
        .option("compression", "snappy")
        .option("parquet.enable.dictionary", dictionary)
        .parquet(own.toString());
    return writer.warehouse().reader().schema(data.schema()).parquet(own.toString());
  }

  /** Writes a stream once, by a job. */
  public StagedStream stream(String title, WideRow wide, JavaRDD<Row> stream) throws IOException {
    return StagedStream.write(
        writer.warehouse().spark(), wide, stream, new Path(folder, "." + title));
  }

  /** The same of rows that the driver has one by one: it writes them, without a job. */
  public StagedStream stream(String title, WideRow wide, RowSource rows) throws IOException {
    return StagedStream.write(
        writer.warehouse().spark(), wide, rows, new Path(folder, "." + title));
  }

  /** Rows of a table that are to be staged. */
  public sealed interface Rows permits Addition, Sorted {
    /** The table. */
    String table();
  }

  /**
   * Rows that the driver has, sorted; as many as a file may have.
   *
   * @param source is asked for them once
   */
  public record Sorted(String table, RowSource source) implements Rows {}

  /**
   * Rows that a job writes.
   *
   * @param files how many files to spread them over, by ranges of the sort columns; or {@link
   *     #AS_NEEDED}
   * @param order columns that sort the rows
   */
  public record Addition(String table, Dataset<Row> data, int files, List<String> order)
      implements Rows {
    public Addition(String table, Dataset<Row> data, int files, String... order) {
      this(table, data, files, List.of(order));
    }
  }

  /** Stages rows of a table, as {@link Addition} has them. */
  public void add(String table, Dataset<Row> data, int files, String... order) throws IOException {
    keep(staging.write(new Addition(table, data, files, order)));
  }

  /**
   * Stages rows of several tables, some at the same time: most of what a small table takes is
   * waiting. They are published in the order given.
   */
  public void addAll(List<Rows> additions) throws IOException {
    for (Staging.Staged staged :
        AtOnce.all(TABLES_AT_ONCE, additions, staging::write, writer.warehouse()::endJobs)) {
      keep(staged);
    }
  }

  /**
   * Stages the rows of a table that has few: the driver writes them, without a job.
   *
   * @param few in the columns of the table, in any order
   * @param order columns that sort the rows
   */
  public void add(String table, List<Row> few, String... order) throws IOException {
    keep(staging.write(table, few, List.of(order)));
  }

  /** Where the files of this publication are made, which readers of the warehouse do not see. */
  public Path folder() {
    return folder;
  }

  /**
   * Stages files that were written in {@link #folder}, each file's rows before those of the next.
   */
  public void add(String table, List<RowFile.Written> files) throws IOException {
    keep(staging.stage(table, files));
  }

  /**
   * Stages such files joined into few, without decoding a row.
   *
   * @param fileBytes about so many of each
   */
  public void add(String table, List<RowFile.Written> files, long fileBytes) throws IOException {
    keep(staging.stage(table, staging.joined(table, files, fileBytes)));
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

  /** A new file of a table in {@link #folder}. */
  public RowFile newFile(String table) throws IOException {
    Path path = new Path(folder, "%s-%s.parquet".formatted(table, UUID.randomUUID()));
    return RowFile.ofTable(table, path, system.getConf());
  }

  /** Stages rows that are already sorted, one file for each partition. */
  public void addSorted(String table, Dataset<Row> data) throws IOException {
    keep(staging.write(table, data));
  }

  /**
   * Stages a file without rows for each of these tables that has no file yet, so that engines that
   * read the plain folders find its columns.
   */
  public void addMissing(Collection<String> tables) throws IOException {
    for (String table : tables) {
      boolean replaced = Tables.declaration(table).replaced();
      boolean staged = replaced ? rows.containsKey(table) : rows.getOrDefault(table, 0L) > 0;
      if (!staged && writer.warehouse().isEmpty(table)) {
        moves.add(staging.none(table));
      }
    }
  }

  private synchronized void keep(Staging.Staged staged) {
    moves.addAll(staged.moves());
    rows.put(staged.table(), staged.rows());
  }

  /** Number of staged rows, by table. */
  public Map<String, Long> rows() {
    return Map.copyOf(rows);
  }

  /** Bytes of all files that were staged. */
  public long bytes() {
    return moves.stream().mapToLong(Journal.Move::bytes).sum();
  }

  /** Publishes what was added, if anything was. */
  public void commit() throws IOException {
    if (!moves.isEmpty()) {
      writer.commit(new Journal(name, List.copyOf(moves)));
    }
    system.delete(folder, true);
  }
}
