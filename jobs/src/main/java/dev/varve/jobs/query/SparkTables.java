package dev.varve.jobs.query;

import dev.varve.jobs.table.Warehouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tables, views and published figures of a warehouse as views in its session, each made when it
 * is first needed: all of them take seconds.
 */
final class SparkTables {
  private final Warehouse warehouse;
  private final NamedViews all = NamedViews.ALL;
  private final Set<String> made = new HashSet<>();

  SparkTables(Warehouse warehouse) {
    this.warehouse = warehouse;
  }

  /** Makes those that a text may name. */
  void prepare(String text) throws IOException {
    make(all.namedIn(text));
  }

  /** Makes all, for what may name any of them; what fails is wrapped. */
  void prepareAll() {
    try {
      make(all.names());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void make(Set<String> some) throws IOException {
    for (String name : all.names()) {
      if (some.contains(name) && !made.contains(name)) {
        warehouse.views(List.of(name));
        made.add(name);
      }
    }
  }
}
