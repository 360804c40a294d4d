package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Store;
import dev.varve.model.ByteStore.Item;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files that are staged, and then renamed into the folders of their tables. So these folders have
 * what is published, and nothing else.
 */
final class RenamingLayout implements Layout {
  @Override
  public boolean suits(Store store, String root) throws IOException {
    return store.renamesAtomically(root);
  }

  @Override
  public Commits commits(WarehouseFiles warehouse, WarehouseLock lock) throws IOException {
    return new RenamingCommits(warehouse, lock);
  }

  @Override
  public Map<String, Map<String, Item>> files(
      WarehouseFiles warehouse, Set<String> tables, List<String> done, List<String> pending)
      throws IOException {
    Journals journals = warehouse.journals();
    Map<String, Map<String, Item>> files = Listing.inFolders(warehouse, tables);
    for (String journal : pending) {
      addStaged(warehouse, journals.read(journal), files);
    }
    if (!journals.pending().equals(pending) || !journals.done().equals(done)) {
      throw new FileNotFoundException("journals have changed while folders were listed");
    }
    return files;
  }

  /** Adds files that are decided, where they are now. */
  private static void addStaged(
      WarehouseFiles warehouse, Journal journal, Map<String, Map<String, Item>> files)
      throws IOException {
    for (Journal.Move move : journal.moves()) {
      Map<String, Item> byName = files.get(move.table());
      if (byName != null && move.isRemoval()) {
        byName.remove(move.from());
      } else if (byName != null) {
        String staged = warehouse.path(move.from());
        boolean isStaged = warehouse.store().exists(staged);
        String file = isStaged ? staged : warehouse.path(move.to());
        byName.put(
            move.to(),
            warehouse.store().find(file).orElseThrow(() -> new FileNotFoundException(file)));
      }
    }
  }
}
