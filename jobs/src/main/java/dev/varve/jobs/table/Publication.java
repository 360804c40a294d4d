package dev.varve.jobs.table;

import dev.varve.jobs.parquet.DeclaredFormat;
import dev.varve.jobs.parquet.DriverFile;
import dev.varve.jobs.parquet.ParquetParts;
import dev.varve.jobs.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * Rows that become visible together: staged first, then renamed into their tables in the order in
 * which they were added. Add what others refer to last.
 */
public final class Publication {
  /** Lets the engine choose the number of files by the size of the rows. */
  public static final int AS_NEEDED = 0;

  private static final String PARQUET = ".parquet";

  /** Parquet's filter of a row group, however few rows it has. */
  public static final long FILTER_BYTES = 1 << 20;

  /** What the engine's pages and its event log say of a job. */
  private static final String DESCRIPTION = "spark.job.description";

  /** Suffix of files that have columns but no rows. */
  static final String NO_ROWS = "-none" + PARQUET;

  private final WarehouseWriter writer;
  private final FileSystem system;
  private final String name;
  private final Path staging;
  private final List<Journal.Move> moves = new ArrayList<>();
  private final Map<String, Long> rows = new LinkedHashMap<>();

  Publication(WarehouseWriter writer, String name, Path staging) {
    this.writer = writer;
    this.system = writer.warehouse().system();
    this.name = name;
    this.staging = staging;
  }

  /**
   * Writes intermediate rows once, so that several tables can be made from them; they are not
   * visible to readers.
   */
  public Dataset<Row> materialize(String title, Dataset<Row> data) {
    Path folder = new Path(staging, "." + title);
    // Read once and deleted: a dictionary would cost more than it saves.
    data.write()
        .option("compression", "snappy")
        .option("parquet.enable.dictionary", "false")
        .parquet(folder.toString());
    return writer.warehouse().reader().schema(data.schema()).parquet(folder.toString());
  }

  /** Bytes written by {@link #materialize}. */
  public long materializedBytes(String title) throws IOException {
    return system.getContentSummary(new Path(staging, "." + title)).getLength();
  }

  /**
   * Stages rows of a table.
   *
   * @param files how many files to spread them over, by ranges of the sort columns; or {@link
   *     #AS_NEEDED}
   * @param order columns that sort the rows
   */
  public void add(String table, Dataset<Row> data, int files, String... order) throws IOException {
    Column[] columns = columns(order);
    Dataset<Row> spread =
        switch (files) {
          // Sent to one task, or read by it where the session works on all rows in one anyway.
          case 1 ->
              SessionFit.isForFewRows(writer.warehouse().spark())
                  ? data.coalesce(1)
                  : data.repartition(1);
          case AS_NEEDED -> data.repartitionByRange(columns);
          default -> data.repartitionByRange(files, columns);
        };
    addSorted(table, spread.sortWithinPartitions(columns));
  }

  /**
   * Stages the rows of a table that has few: the driver writes them, without a job.
   *
   * @param few in the columns of the table, in any order
   * @param order columns that sort the rows
   */
  public void add(String table, List<Row> few, String... order) throws IOException {
    Path file = new Path(staging, table + PARQUET);
    boolean replaced = Tables.declaration(table).replaced();
    if (!few.isEmpty() || replaced) {
      DriverFile.write(writer.warehouse().spark(), table, few, List.of(order), file);
      String published = (replaced ? table : name) + PARQUET;
      moves.add(move(file, new Path(writer.warehouse().folder(table), published), few.size()));
    }
    rows.put(table, (long) few.size());
  }

  /** Stages rows that are already sorted, one file for each partition. */
  public void addSorted(String table, Dataset<Row> data) throws IOException {
    Path folder = new Path(staging, table);
    SparkContext engine = data.sparkSession().sparkContext();
    String phase = engine.getLocalProperty(DESCRIPTION);
    engine.setJobDescription(phase + ", writing " + table);
    try {
      DeclaredFormat.write(table, data).save(folder.toString());
    } finally {
      engine.setJobDescription(phase);
    }
    stage(table, folder);
  }

  /**
   * Stages a file without rows for each of these tables that has no file yet, so that engines that
   * read the plain folders find its columns.
   */
  public void addMissing(Collection<String> tables) throws IOException {
    Warehouse warehouse = writer.warehouse();
    for (String table : tables) {
      boolean replaced = Tables.declaration(table).replaced();
      boolean staged = replaced ? rows.containsKey(table) : rows.getOrDefault(table, 0L) > 0;
      if (!staged && warehouse.isEmpty(table)) {
        Path none = new Path(staging, table + NO_ROWS);
        DriverFile.write(warehouse.spark(), table, List.of(), List.of(), none);
        String file = replaced ? table + PARQUET : name + NO_ROWS;
        moves.add(move(none, new Path(warehouse.folder(table), file), 0));
      }
    }
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
    system.delete(staging, true);
  }

  private void stage(String table, Path folder) throws IOException {
    List<Path> parts = new ArrayList<>();
    Map<Path, Long> rowsOf = new HashMap<>();
    long count = 0;
    for (FileStatus status : system.listStatus(folder)) {
      if (status.getPath().getName().endsWith(PARQUET)) {
        long inFile = ParquetParts.rows(status, system.getConf());
        if (inFile > 0) {
          parts.add(status.getPath());
          rowsOf.put(status.getPath(), inFile);
          count += inFile;
        } else if (parts.isEmpty() && Tables.declaration(table).replaced()) {
          parts.add(status.getPath());
        }
      }
    }
    parts.sort(null);
    rows.put(table, count);
    Path target = writer.warehouse().folder(table);
    if (Tables.declaration(table).replaced()) {
      Path one = new Path(folder, table + PARQUET);
      ParquetParts.join(parts, one, system.getConf());
      moves.add(move(one, new Path(target, table + PARQUET), count));
      return;
    }
    for (int part = 0; part < parts.size(); part++) {
      Path to = new Path(target, String.format("%s-%05d%s", name, part, PARQUET));
      moves.add(move(parts.get(part), to, rowsOf.getOrDefault(parts.get(part), 0L)));
    }
  }

  /** The file is read back: one that lost its end while it was staged is not published. */
  private Journal.Move move(Path from, Path to, long rowsInFile) throws IOException {
    Path root = writer.warehouse().root();
    FileStatus status = system.getFileStatus(from);
    if (ParquetParts.rows(status, system.getConf()) != rowsInFile) {
      throw new IOException(from + " has not the " + rowsInFile + " rows that were written");
    }
    return new Journal.Move(
        Journal.relative(root, from), Journal.relative(root, to), status.getLen(), rowsInFile);
  }

  private static Column[] columns(String... names) {
    return Arrays.stream(names).map(functions::col).toArray(Column[]::new);
  }
}
