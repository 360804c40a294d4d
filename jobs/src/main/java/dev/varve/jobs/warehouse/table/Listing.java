package dev.varve.jobs.warehouse.table;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The files of all tables at one moment. Where a publication is decided and not carried out, its
 * files are read where they are staged: all tables are then those of after it.
 */
final class Listing {
  /** So often a publication may end while the folders are listed. */
  private static final int MOST_TRIES = 50;

  /** By table, then by name relative to the warehouse, which is not that of a staged file. */
  private final Map<String, Map<String, FileStatus>> files;

  private Listing(Map<String, Map<String, FileStatus>> files) {
    this.files = files;
  }

  /**
   * Lists the tables.
   *
   * @throws IOException also when publications end faster than the folders can be listed
   */
  static Listing of(WarehouseFiles warehouse, Set<String> tables) throws IOException {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Journals journals = warehouse.journals();
      List<Path> done = journals.done();
      List<Path> pending = journals.pending();
      try {
        Map<String, Map<String, FileStatus>> files = new HashMap<>();
        for (String table : tables) {
          Map<String, FileStatus> named = new TreeMap<>();
          published(warehouse.system(), warehouse.folder(table))
              .forEach(file -> named.put(table + "/" + file.getPath().getName(), file));
          files.put(table, named);
        }
        for (Path journal : pending) {
          follow(warehouse, journals.read(journal), files);
        }
        if (journals.pending().equals(pending) && journals.done().equals(done)) {
          return new Listing(files);
        }
      } catch (FileNotFoundException e) {
        // Carried out meanwhile: list again.
      }
    }
    throw new IOException(
        warehouse.location() + " changes faster than it can be listed: try again later");
  }

  /** The files of a table, by their names relative to the warehouse. */
  Map<String, FileStatus> files(String table) {
    return files.getOrDefault(table, Map.of());
  }

  /** The Parquet files right below a folder, sorted by name; none when it is absent. */
  static List<FileStatus> published(FileSystem system, Path folder) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    try {
      for (FileStatus status : system.listStatus(folder)) {
        if (status.isFile() && status.getPath().getName().endsWith(".parquet")) {
          files.add(status);
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    files.sort(Comparator.comparing(FileStatus::getPath));
    return files;
  }

  private static void follow(
      WarehouseFiles warehouse, Journal journal, Map<String, Map<String, FileStatus>> files)
      throws IOException {
    for (Journal.Move move : journal.moves()) {
      Map<String, FileStatus> named = files.get(move.table());
      if (named != null && move.putsAway()) {
        named.remove(move.from());
      } else if (named != null) {
        Path staged = warehouse.path(move.from());
        boolean waits = warehouse.system().exists(staged);
        Path file = waits ? staged : warehouse.path(move.to());
        named.put(move.to(), warehouse.system().getFileStatus(file));
      }
    }
  }
}
