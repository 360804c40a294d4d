package dev.varve.jobs.catalog;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The last registration of a warehouse in a catalog, as a note below its {@code .varve} has it. A
 * run without that catalog's settings would leave its readers behind in silence.
 *
 * @param location of the warehouse at that time
 * @param catalog in words, without secrets
 */
record LastRegistration(String location, String catalog) {
  /** A new registration, in the catalog of these settings. */
  LastRegistration(WarehouseFiles warehouse, CatalogSettings settings) {
    this(warehouse.location(), settings.described());
  }

  /** The last registration of a warehouse; none of a copy, whose files no catalog names. */
  static Optional<LastRegistration> of(WarehouseFiles warehouse) throws IOException {
    List<String> lines = warehouse.catalog().lines().toList();
    if (lines.size() < 2) {
      return Optional.empty();
    }
    LastRegistration last = new LastRegistration(lines.get(0), lines.get(1));
    return last.isOfOriginal(warehouse) ? Optional.empty() : Optional.of(last);
  }

  /** Whether it is that of a warehouse which is still there, and which this one is a copy of. */
  private boolean isOfOriginal(WarehouseFiles warehouse) {
    try {
      return !Locations.scheme(location).equals(Locations.scheme(warehouse.location()))
          || isOfOriginal(location, warehouse);
    } catch (IOException e) {
      return false; // it may be this one by another name: a needless warning does no harm
    }
  }

  /**
   * Whether a warehouse at another location is there, and this one is a copy of it. A warehouse
   * that was moved is no copy.
   */
  static boolean isOfOriginal(String location, WarehouseFiles warehouse) throws IOException {
    return !location.equals(warehouse.location())
        && new WarehouseFiles(location, warehouse.store()).identity().equals(warehouse.identity());
  }

  /** Keeps it as the last one. The caller has the warehouse's lock. */
  void keep(WarehouseFiles warehouse) throws IOException {
    String note = location + "\n" + catalog + "\n";
    if (!warehouse.catalog().equals(note)) {
      warehouse.keepCatalog(note);
    }
  }
}
