package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Store;
import dev.varve.model.ByteStore.Item;
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

  /** {@inheritDoc} Adds journals that a list lacks, as it may be older than the folder. */
  @Override
  public List<String> complete(List<String> listed, Journals journals) throws IOException {
    List<String> all = new ArrayList<>();
    long expected = listed.isEmpty() ? 1 : Journals.numberIn(listed.get(0));
    for (String journal : listed) {
      long number = Journals.numberIn(journal);
      while (expected < number) {
        addIfThere(journals, expected++, all);
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
   */
  @Override
  public Map<String, Map<String, Item>> files(
      WarehouseFiles warehouse, Set<String> tables, List<String> done, List<String> pending)
      throws IOException {
    if (done.isEmpty()) {
      return Listing.inFolders(warehouse, tables);
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
}
