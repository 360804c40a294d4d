package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Store;
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
 * publication. Files that no publication made are called strangers, and are left out.
 */
final class Listing {
  /**
   * Most times that the folders are listed again because a publication was carried out meanwhile.
   */
  private static final int MOST_TRIES = 50;

  /**
   * Files by table, then by published name relative to the warehouse. A file that is still staged
   * also has its published name here.
   */
  private final Map<String, Map<String, Item>> files;

  /** Rows, lengths and checksums of files as published, by name; missing files are included. */
  private final Map<String, Journal.Move> facts;

  /** Names of strangers, relative to the warehouse, sorted. */
  private final List<String> strangers = new ArrayList<>();

  private Listing(Map<String, Map<String, Item>> files, Map<String, Journal.Move> facts) {
    this.files = files;
    this.facts = facts;
  }

  private void leaveStrangersOut() {
    for (Map<String, Item> named : files.values()) {
      named.keySet().stream().filter(name -> !facts.containsKey(name)).forEach(strangers::add);
      named.keySet().retainAll(facts.keySet());
    }
    strangers.sort(Comparator.naturalOrder());
  }

  /**
   * Lists the tables.
   *
   * @throws IOException also when publications end faster than the folders can be listed
   */
  static Listing of(WarehouseFiles warehouse, Set<String> tables) throws IOException {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Journals journals = warehouse.journals();
      List<String> done = journals.done();
      List<String> pending = journals.pending();
      try {
        Map<String, Map<String, Item>> files = new HashMap<>();
        for (String table : tables) {
          Map<String, Item> named = new TreeMap<>();
          published(warehouse.store(), warehouse.folder(table))
              .forEach(file -> named.put(table + "/" + file.name(), file));
          files.put(table, named);
        }
        for (String journal : pending) {
          follow(warehouse, journals.read(journal), files);
        }
        Map<String, Journal.Move> facts = warehouse.facts(done, pending);
        if (journals.pending().equals(pending) && journals.done().equals(done)) {
          Listing listing = new Listing(files, facts);
          if (!done.isEmpty() || !pending.isEmpty()) {
            listing.leaveStrangersOut();
          }
          return listing;
        }
      } catch (FileNotFoundException e) {
        // A publication was carried out while the folders were listed: list them again.
      }
    }
    throw new IOException(
        warehouse.location() + " changes faster than it can be listed: try again later");
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
  List<String> strangers() {
    return strangers;
  }

  /**
   * The files of a table; fails if any is missing.
   *
   * @throws IOException when a file is gone, empty, or of another length than when it was
   *     published, so that its rows are lost
   */
  List<Item> whole(String table) throws IOException {
    Map<String, Item> named = files(table);
    for (Map.Entry<String, Journal.Move> fact : facts.entrySet()) {
      Journal.Move published = fact.getValue();
      if (published.table().equals(table)
          && published.rows() > 0
          && !named.containsKey(fact.getKey())) {
        throw lost(fact.getKey() + " is gone, so its rows are lost");
      }
    }
    for (Map.Entry<String, Item> file : named.entrySet()) {
      Item status = file.getValue();
      Journal.Move published = facts.get(file.getKey());
      if (status.bytes() == 0) {
        // An engine would read an empty file as a file without rows, and report nothing.
        throw lost(status.location() + " is empty, so its rows are lost");
      }
      if (published != null && published.bytes() != status.bytes()) {
        throw lost(
            "%s is damaged, it has %d bytes and was published with %d"
                .formatted(status.location(), status.bytes(), published.bytes()));
      }
    }
    return List.copyOf(named.values());
  }

  private static IOException lost(String what) {
    return new IOException(what + ": varve check --files says what to do");
  }

  /** The Parquet files directly in a folder, sorted by name; none if the folder is absent. */
  static List<Item> published(Store store, String folder) throws IOException {
    return store.entries(folder).stream()
        .filter(item -> !item.folder() && item.name().endsWith(".parquet"))
        .toList();
  }

  private static void follow(
      WarehouseFiles warehouse, Journal journal, Map<String, Map<String, Item>> files)
      throws IOException {
    for (Journal.Move move : journal.moves()) {
      Map<String, Item> named = files.get(move.table());
      if (named != null && move.putsAway()) {
        named.remove(move.from());
      } else if (named != null) {
        String staged = warehouse.path(move.from());
        boolean waits = warehouse.store().exists(staged);
        String file = waits ? staged : warehouse.path(move.to());
        named.put(
            move.to(),
            warehouse.store().find(file).orElseThrow(() -> new FileNotFoundException(file)));
      }
    }
  }
}
