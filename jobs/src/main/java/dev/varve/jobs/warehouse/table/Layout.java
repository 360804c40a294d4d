package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Store;
import dev.varve.model.ByteStore.Item;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The form of a warehouse in a store: what makes new files visible, and how readers list those that
 * are. It is chosen once, by what the store can do. Locations of new files are those of its {@link
 * Commits}.
 */
interface Layout {
  /** The layout of a warehouse at this location: the first of all that its store can keep. */
  static Layout of(Store store, String root) throws IOException {
    for (Layout layout : List.of(new RenamingLayout(), new ConditionalLayout())) {
      if (layout.suits(store, root)) {
        return layout;
      }
    }
    throw new IllegalStateException("no layout for " + root);
  }

  /** Whether a store can keep it. */
  boolean suits(Store store, String root) throws IOException;

  /** Fails if nothing can be published there, which only a try may show. */
  default void requireWritable(WarehouseFiles warehouse) throws IOException {}

  /** The commits of the writer that has the lock. */
  Commits commits(WarehouseFiles warehouse, WarehouseLock lock) throws IOException;

  /**
   * The published journals in their order.
   *
   * @param listed those that lists of folders have, in their order
   */
  default List<String> complete(List<String> listed, Journals journals) throws IOException {
    return listed;
  }

  /**
   * The files of tables, by table, then by published name relative to the warehouse.
   *
   * @param done journals that were carried out
   * @param pending journals that may not be carried out yet
   * @throws FileNotFoundException when journals changed meanwhile
   */
  Map<String, Map<String, Item>> files(
      WarehouseFiles warehouse, Set<String> tables, List<String> done, List<String> pending)
      throws IOException;
}
