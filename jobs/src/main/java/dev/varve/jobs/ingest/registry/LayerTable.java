package dev.varve.jobs.ingest.registry;

import java.util.List;

/**
 * A table that is filled while layers are read.
 *
 * @param type of its records; their class is that of no other table
 * @param order columns that sort the rows that the table lacks, which {@code schemas/ingest/NAME}
 *     selects; empty where all rows of new layers go into the table as they were written
 */
record LayerTable(String name, Class<? extends Record> type, List<String> order) {
  /** A table of new layers, in the order of these. */
  static LayerTable ofNewLayers(String name, Class<? extends Record> type) {
    return new LayerTable(name, type, List.of());
  }

  /** A table that gets only rows that it lacks. */
  static LayerTable compared(String name, Class<? extends Record> type, String... order) {
    return new LayerTable(name, type, List.of(order));
  }

  boolean isCompared() {
    return !order.isEmpty();
  }
}
