package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.model.ByteStore.Item;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;

/**
 * Thrown when a warehouse is to be written to a store in which nothing can be published atomically:
 * it neither renames atomically, nor creates a file only if nobody else has.
 */
public final class NoConditionalCreateException extends IOException {
  private static final long serialVersionUID = 1L;

  private static final String PROBES = "probes";

  /** Longest time that a run can need its file for, by far. */
  private static final Duration OLD = Duration.ofHours(1);

  private NoConditionalCreateException(String warehouse) {
    super(
        warehouse
            + " cannot be a warehouse: its store neither renames atomically nor creates a file only"
            + " if the name is free (If-None-Match: *), so that two runs could overwrite each other;"
            + " inputs are read from there all the same");
  }

  /** Deletes files by which runs tried it that ended before they could delete them. */
  static void deleteOldProbes(WarehouseFiles warehouse) throws IOException {
    Store store = warehouse.store();
    long before = System.currentTimeMillis() - OLD.toMillis();
    for (Item probe : store.entries(warehouse.metadataPath(PROBES))) {
      try {
        if (!probe.folder() && store.changedAtMillis(probe.location()) < before) {
          ReadOnlyWarehouseException.delete(store, probe.location());
        }
      } catch (FileNotFoundException e) {
        // Its run has deleted it meanwhile.
      }
    }
  }

  /**
   * Fails for such a store. Whether an object store keeps the condition is tried with a file. If
   * its answer is that it does not know the condition, it must create the file without.
   */
  static void refuse(WarehouseFiles warehouse) throws IOException {
    Store store = warehouse.store();
    String root = warehouse.root();
    if (!store.createsConditionally(root)) {
      throw new NoConditionalCreateException(root);
    }
    String name = Locations.in(warehouse.metadataPath(PROBES), UUID.randomUUID().toString());
    boolean twice;
    try {
      store.createNew(name, "one");
      twice = store.createNew(name, "two");
    } catch (Store.NoConditionException e) {
      store.write(name, "one");
      twice = true;
    }
    ReadOnlyWarehouseException.delete(store, name);
    if (twice) {
      throw new NoConditionalCreateException(root);
    }
  }
}
