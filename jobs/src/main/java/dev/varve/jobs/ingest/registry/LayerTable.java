package dev.varve.jobs.ingest.registry;

import java.util.List;

/**
 * A table that is filled while layers are read.
 *
 * @param type class of its records, used by no other table
 * @param order columns that sort the new rows, which query {@code schemas/ingest/NAME} selects.
 *     Empty if all rows of new layers are published as they were written
 */
record LayerTable(String name, Class<? extends Record> type, List<String> order) {
  /** A table whose rows are those of new layers, in the order of the layers. */
  static LayerTable ofNewLayers(String name, Class<? extends Record> type) {
    return new LayerTable(name, type, List.of());
  }

  /** A table that gets only the rows that it lacks. */
  static LayerTable compared(String name, Class<? extends Record> type, String... order) {
    return new LayerTable(name, type, List.of(order));
  }

  boolean isCompared() {
    return !order.isEmpty();
  }
}
