package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.ByteStore.Item;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The files of all tables at one moment. A publication may be decided but not carried out yet. Its
 * files are then read where they are staged, so that all tables are in the state after this
 * publication. Files that no publication made are left out.
 */
final class Listing {
  /**
   * Most times that the folders are listed again because a publication was carried out meanwhile.
   */
  private static final int MAX_TRIES = 50;

  /**
   * Files by table, then by published name relative to the warehouse. A file that is still staged
   * also has its published name here.
   */
  private final Map<String, Map<String, Item>> files;

  /** Rows, lengths and checksums of files as published, by name; missing files are included. */
  private final Map<String, Journal.Move> facts;

  /** Names of files that no publication made, relative to the warehouse, sorted. */
  private final List<String> unpublished = new ArrayList<>();

  private Listing(Map<String, Map<String, Item>> files, Map<String, Journal.Move> facts) {
    this.files = files;
    this.facts = facts;
  }

  private void leaveUnpublishedOut() {
    for (Map<String, Item> byName : files.values()) {
      byName.keySet().stream().filter(name -> !facts.containsKey(name)).forEach(unpublished::add);
      byName.keySet().retainAll(facts.keySet());
    }
    unpublished.sort(Comparator.naturalOrder());
  }

  /**
   * Lists the tables.
   *
   * @throws IOException also when publications end faster than the folders can be listed
   */
  static Listing of(WarehouseFiles warehouse, Set<String> tables) throws IOException {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Journals journals = warehouse.journals();
      List<String> done = journals.done();
      List<String> pending = journals.pending();
      try {
        Listing listing =
            new Listing(
                warehouse.layout().files(warehouse, tables, done, pending),
                warehouse.facts(done, pending));
        // Without journals all files count, as in a copy of the tables alone.
        if (!done.isEmpty() || !pending.isEmpty()) {
          listing.leaveUnpublishedOut();
        }
        return listing;
      } catch (FileNotFoundException e) {
        // A publication was carried out while the folders were listed: list them again.
      }
    }
    throw new IOException(
        warehouse.location() + " changes faster than it can be listed: try again later");
  }

  /** The tables, of whose files only those are listed that are there. */
  static Listing ofExisting(WarehouseFiles warehouse) throws IOException {
    Listing listing = of(warehouse, Tables.names());
    for (Map.Entry<String, Map<String, Item>> table : listing.files.entrySet()) {
      Map<String, Item> there = inFolder(warehouse, table.getKey());
      Map<String, Item> files = table.getValue();
      for (String name : List.copyOf(files.keySet())) {
        // A file that is still staged is elsewhere, and was found there.
        files.computeIfPresent(
            name,
            (same, file) -> file.location().equals(warehouse.path(name)) ? there.get(name) : file);
      }
    }
    return listing;
  }

  /** The Parquet files in the folders of tables, by table, then by name relative to the root. */
  static Map<String, Map<String, Item>> inFolders(WarehouseFiles warehouse, Set<String> tables)
      throws IOException {
    Map<String, Map<String, Item>> files = new HashMap<>();
    for (String table : tables) {
      files.put(table, inFolder(warehouse, table));
    }
    return files;
  }

  private static Map<String, Item> inFolder(WarehouseFiles warehouse, String table)
      throws IOException {
    Map<String, Item> files = new TreeMap<>();
    published(warehouse.store(), warehouse.folder(table))
        .forEach(file -> files.put(table + "/" + file.name(), file));
    return files;
  }

  /** The files of a table, by their names relative to the warehouse. */
  Map<String, Item> files(String table) {
    return files.getOrDefault(table, Map.of());
  }

  /**
   * Rows, lengths and checksums of the files of all tables as published, by name; empty if no
   * publication is known.
   */
  Map<String, Journal.Move> facts() {
    return facts;
  }

  /** The files that no publication made, relative to the warehouse. */
  List<String> unpublishedFiles() {
    return unpublished;
  }

  /**
   * The files of a table; fails if any is missing.
   *
   * @throws IOException when a file is gone, empty, or of another length than when it was
   *     published, so that its rows are lost
   */
  List<Item> requireComplete(String table) throws IOException {
    Map<String, Item> byName = files(table);
    for (Map.Entry<String, Journal.Move> entry : facts.entrySet()) {
      Journal.Move published = entry.getValue();
      if (published.table().equals(table)
          && published.rows() > 0
          && !byName.containsKey(entry.getKey())) {
        throw lost(entry.getKey() + " is gone, so its rows are lost");
      }
    }
    for (Map.Entry<String, Item> file : byName.entrySet()) {
      Item item = file.getValue();
      Journal.Move published = facts.get(file.getKey());
      if (item.bytes() == 0) {
        // An engine would read an empty file as a file without rows, and report nothing.
        throw lost(item.location() + " is empty, so its rows are lost");
      }
      if (published != null && published.bytes() != item.bytes()) {
        throw lost(
            "%s is damaged, it has %d bytes and was published with %d"
                .formatted(item.location(), item.bytes(), published.bytes()));
      }
    }
    return List.copyOf(byName.values());
  }

  private static IOException lost(String fault) {
    return new IOException(fault + ": varve check --files says what to do");
  }

  /** The Parquet files directly in a folder, sorted by name; none if the folder is absent. */
  static List<Item> published(Store store, String folder) throws IOException {
    return store.entries(folder).stream()
        .filter(item -> !item.folder() && item.name().endsWith(".parquet"))
        .toList();
  }
}
