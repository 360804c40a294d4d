package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Store;
import dev.varve.model.ByteStore.Item;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Files that have their final names from the beginning, in a store that renames nothing. Journals
 * say which of them are published. Each has the next number, and is published as soon as it exists.
 */
final class ConditionalLayout implements Layout {
  /** {@inheritDoc} Whether new files are created on condition is tried before the first one. */
  @Override
  public boolean suits(Store store, String root) {
    return true;
  }

  @Override
  public void requireWritable(WarehouseFiles warehouse) throws IOException {
    NoConditionalCreateException.refuse(warehouse);
  }

  @Override
  public Commits commits(WarehouseFiles warehouse, WarehouseLock lock) {
    return new ConditionalCommits(warehouse, lock);
  }

  /**
   * {@inheritDoc} Adds journals that a list lacks, as it may be older than the folder.
   *
   * @throws IOException also when a number was left out: a later one is granted only after it, so
   *     that its journal was lost, or the store hides it
   */
  @Override
  public List<String> complete(List<String> listed, Journals journals) throws IOException {
    List<String> all = new ArrayList<>();
    boolean isReplaced = !listed.isEmpty() && Journals.isCheckpoint(listed.get(0));
    long expected = isReplaced ? Journals.numberIn(listed.get(0)) : 1;
    for (String journal : listed) {
      long number = Journals.numberIn(journal);
      while (expected < number && addIfThere(journals, expected, all)) {
        expected++;
      }
      // Runs on a disk, where a copy may have been, leave numbers out, and have them in other
      // names.
      if (expected < number && Journals.isNumbered(journal)) {
        throw journals.missing(expected, journal);
      }
      all.add(journal);
      expected = number + 1;
    }
    while (addIfThere(journals, expected, all)) {
      expected++;
    }
    return all;
  }

  private static boolean addIfThere(Journals journals, long number, List<String> all)
      throws IOException {
    String journal = journals.numbered(number);
    return journals.store().find(journal).isPresent() && all.add(journal);
  }

  /**
   * {@inheritDoc} Whether files that journals name are there shows when they are read. Without
   * journals all files count, as in a copy of the tables alone.
   *
   * @throws IOException also when there is no journal where a writer has been
   */
  @Override
  public Map<String, Map<String, Item>> files(
      WarehouseFiles warehouse, Set<String> tables, List<String> done, List<String> pending)
      throws IOException {
    if (done.isEmpty()) {
      Map<String, Map<String, Item>> all = Listing.inFolders(warehouse, tables);
      if (!warehouse.identity().isEmpty()) {
        requireNone(warehouse, all);
      }
      return all;
    }
    Map<String, Map<String, Item>> files = new HashMap<>();
    warehouse
        .facts(done, pending)
        .forEach(
            (name, published) ->
                files
                    .computeIfAbsent(published.table(), table -> new TreeMap<>())
                    .put(name, Item.file(warehouse.path(name), published.bytes())));
    return files;
  }

  /** Fails if tables have files although no journal is there: the first one is missing. */
  static void requireNone(WarehouseFiles warehouse, Map<String, Map<String, Item>> files)
      throws IOException {
    Journals journals = warehouse.journals();
    for (Map<String, Item> byName : files.values()) {
      for (Item file : byName.values()) {
        if (journals.store().find(journals.numbered(1)).isPresent()) {
          throw new FileNotFoundException("the first run began while folders were listed");
        }
        throw journals.missing(1, file.location());
      }
    }
  }
}
