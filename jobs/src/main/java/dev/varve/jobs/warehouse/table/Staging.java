package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.parquet.ParquetParts;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.parquet.StoreFile;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The files of one publication before it is committed, in a folder that readers do not see. */
final class Staging {
  private static final String NO_ROWS = "none";

  private final WarehouseFiles warehouse;
  private final Store store;
  private final NewFiles newFiles;

  /** Whether a publication renames the files, so that they may be joined before. */
  private final boolean renamed;

  /**
   * The staged files of a table.
   *
   * @param moves the renames that publish the files
   */
  record Staged(String table, List<Journal.Move> moves, long rows) {}

  Staging(WarehouseWriter writer, NewFiles newFiles) {
    this.warehouse = writer.warehouse();
    this.store = warehouse.store();
    this.newFiles = newFiles;
    this.renamed = !newFiles.root().equals(warehouse.root());
  }

  /** A file that has the columns of a table and no rows. */
  Journal.Move fileWithoutRows(String table) throws IOException {
    boolean replaced = Tables.declaration(table).replaced();
    String empty = newFiles.ofTable(table, NO_ROWS);
    RowFile.ofTable(table, empty, store).close();
    String file =
        replaced ? table + Publication.PARQUET : newFiles.publication() + Publication.NO_ROWS;
    return move(empty, target(table, empty, file), 0);
  }

  /**
   * Stages files of a table, in the order of their rows. For a table that is replaced as a whole by
   * a rename, they are joined into one file.
   */
  Staged stage(String table, List<RowFile.Written> files) throws IOException {
    return stage(table, files, 0);
  }

  /**
   * Stages files of a table.
   *
   * @param first number of the first of them among the files of the publication
   */
  Staged stage(String table, List<RowFile.Written> files, int first) throws IOException {
    boolean replaced = Tables.declaration(table).replaced();
    List<RowFile.Written> parts =
        new ArrayList<>(files.stream().filter(file -> file.rows() > 0).toList());
    deleteEmpty(files);
    long rows = parts.stream().mapToLong(RowFile.Written::rows).sum();
    if (replaced && parts.isEmpty()) {
      return new Staged(table, List.of(fileWithoutRows(table)), 0);
    }
    if (replaced && renamed) {
      String joinedFile = joined(table, parts);
      Journal.Move move =
          move(joinedFile, target(table, joinedFile, table + Publication.PARQUET), rows);
      return new Staged(table, List.of(move), rows);
    }
    List<Journal.Move> moves = new ArrayList<>();
    for (int part = 0; part < parts.size(); part++) {
      String file =
          String.format("%s-%05d%s", newFiles.publication(), first + part, Publication.PARQUET);
      RowFile.Written from = parts.get(part);
      moves.add(move(from.path(), target(table, from.path(), file), from.rows()));
    }
    return new Staged(table, moves, rows);
  }

  /** Location where a file is published. */
  private String target(String table, String from, String name) {
    return renamed ? Locations.in(warehouse.folder(table), name) : from;
  }

  /** Deletes files without rows, which no folder of a publication contains. */
  private void deleteEmpty(List<RowFile.Written> files) throws IOException {
    for (RowFile.Written file : files) {
      if (file.rows() == 0) {
        store.delete(file.path());
      }
    }
  }

  /**
   * Joins consecutive {@linkplain Publication#isSmall small} files until each result has at least
   * {@code fileBytes} bytes. All others stay as they are, as do files that have their final names.
   */
  List<RowFile.Written> joined(String table, List<RowFile.Written> files, long fileBytes)
      throws IOException {
    if (!renamed) {
      return files;
    }
    List<RowFile.Written> all = new ArrayList<>();
    List<RowFile.Written> parts = new ArrayList<>();
    long bytes = 0;
    for (RowFile.Written file : files) {
      if (file.rows() == 0) {
        continue;
      }
      long length = new StoreFile(store, file.path()).getLength();
      boolean isLarge = !Publication.isSmall(length, fileBytes);
      if (!parts.isEmpty() && (isLarge || bytes >= fileBytes)) {
        all.add(joinedPart(table, parts, all.size()));
        parts.clear();
        bytes = 0;
      }
      if (isLarge) {
        all.add(file);
      } else {
        parts.add(file);
        bytes += length;
      }
    }
    if (!parts.isEmpty()) {
      all.add(joinedPart(table, parts, all.size()));
    }
    return all;
  }

  private RowFile.Written joinedPart(String table, List<RowFile.Written> parts, int number)
      throws IOException {
    String joinedFile = joined(table + "-" + number, parts);
    return new RowFile.Written(joinedFile, parts.stream().mapToLong(RowFile.Written::rows).sum());
  }

  private String joined(String name, List<RowFile.Written> parts) throws IOException {
    String first = parts.get(0).path();
    if (parts.size() == 1) {
      return first;
    }
    String joinedFile =
        Locations.in(Locations.folder(first), "joined-" + name + Publication.PARQUET);
    ParquetParts.join(
        parts.stream().map(part -> new StoreFile(store, part.path())).toList(),
        new StoreFile(store, joinedFile));
    return joinedFile;
  }

  /**
   * The rename that publishes a file. The file's footer and tail are read back first, so that a
   * file that was truncated while it was staged is not published.
   */
  private Journal.Move move(String from, String to, long rowsInFile) throws IOException {
    String root = warehouse.root();
    StoreFile file = new StoreFile(store, from);
    ParquetParts.Facts facts = ParquetParts.facts(file);
    if (facts.rows() != rowsInFile) {
      throw new IOException(from + " has not the " + rowsInFile + " rows that were written");
    }
    return new Journal.Move(
        Journal.relative(root, from),
        Journal.relative(root, to),
        file.getLength(),
        rowsInFile,
        facts.tail());
  }
}
