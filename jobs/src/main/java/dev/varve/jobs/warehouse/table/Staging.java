package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.warehouse.parquet.ParquetParts;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The files of one publication, where readers do not look. */
final class Staging {
  private final WarehouseFiles warehouse;
  private final FileSystem system;
  private final String publication;
  private final Path staging;

  /**
   * The staged files of a table.
   *
   * @param moves that publish them
   */
  record Staged(String table, List<Journal.Move> moves, long rows) {}

  Staging(WarehouseWriter writer, String publication, Path staging) {
    this.warehouse = writer.warehouse();
    this.system = warehouse.system();
    this.publication = publication;
    this.staging = staging;
  }

  /** A file that has the columns of a table and no rows. */
  Journal.Move none(String table) throws IOException {
    boolean replaced = Tables.declaration(table).replaced();
    Path none = new Path(staging, table + Publication.NO_ROWS);
    RowFile.ofTable(table, none, system.getConf()).close();
    String file = replaced ? table + Publication.PARQUET : publication + Publication.NO_ROWS;
    return move(none, new Path(warehouse.folder(table), file), 0);
  }

  /** Files of a table, in the order of their rows; of a replaced table they become one. */
  Staged stage(String table, List<RowFile.Written> files) throws IOException {
    boolean replaced = Tables.declaration(table).replaced();
    List<RowFile.Written> parts =
        new ArrayList<>(files.stream().filter(file -> file.rows() > 0).toList());
    if (parts.isEmpty() && replaced) {
      parts.addAll(files.subList(0, Math.min(1, files.size())));
    }
    long count = parts.stream().mapToLong(RowFile.Written::rows).sum();
    Path target = warehouse.folder(table);
    if (replaced && parts.isEmpty()) {
      return new Staged(table, List.of(none(table)), 0);
    }
    if (replaced) {
      Path one = joined(table, parts);
      Journal.Move move = move(one, new Path(target, table + Publication.PARQUET), count);
      return new Staged(table, List.of(move), count);
    }
    List<Journal.Move> moves = new ArrayList<>();
    for (int part = 0; part < parts.size(); part++) {
      String file = String.format("%s-%05d%s", publication, part, Publication.PARQUET);
      RowFile.Written from = parts.get(part);
      moves.add(move(new Path(from.path()), new Path(target, file), from.rows()));
    }
    return new Staged(table, moves, count);
  }

  /** Consecutive files joined until they have so many bytes. */
  List<RowFile.Written> joined(String table, List<RowFile.Written> files, long fileBytes)
      throws IOException {
    List<RowFile.Written> all = new ArrayList<>();
    List<RowFile.Written> parts = new ArrayList<>();
    long bytes = 0;
    for (RowFile.Written file : files) {
      if (file.rows() == 0) {
        continue;
      }
      parts.add(file);
      bytes += system.getFileStatus(new Path(file.path())).getLen();
      if (bytes >= fileBytes) {
        all.add(joinedPart(table, parts, all.size()));
        parts.clear();
        bytes = 0;
      }
    }
    if (!parts.isEmpty()) {
      all.add(joinedPart(table, parts, all.size()));
    }
    return all;
  }

  private RowFile.Written joinedPart(String table, List<RowFile.Written> parts, int number)
      throws IOException {
    Path one = joined(table + "-" + number, parts);
    return new RowFile.Written(
        one.toString(), parts.stream().mapToLong(RowFile.Written::rows).sum());
  }

  private Path joined(String name, List<RowFile.Written> parts) throws IOException {
    Path first = new Path(parts.get(0).path());
    if (parts.size() == 1) {
      return first;
    }
    Path one = new Path(first.getParent(), "joined-" + name + Publication.PARQUET);
    ParquetParts.join(
        parts.stream().map(part -> new Path(part.path())).toList(), one, system.getConf());
    return one;
  }

  /** The file is read back: one that lost its end while it was staged is not published. */
  private Journal.Move move(Path from, Path to, long rowsInFile) throws IOException {
    Path root = warehouse.root();
    FileStatus status = system.getFileStatus(from);
    ParquetParts.Facts facts = ParquetParts.facts(status, system.getConf());
    if (facts.rows() != rowsInFile) {
      throw new IOException(from + " has not the " + rowsInFile + " rows that were written");
    }
    return new Journal.Move(
        Journal.relative(root, from),
        Journal.relative(root, to),
        status.getLen(),
        rowsInFile,
        facts.tail());
  }
}
