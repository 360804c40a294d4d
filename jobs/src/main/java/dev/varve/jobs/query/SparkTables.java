package dev.varve.jobs.query;

import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.views.NamedViews;
import dev.varve.jobs.views.ReportViews;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The tables, views and published figures of a warehouse as views in its session, each made when it
 * is first needed: all of them take seconds.
 */
final class SparkTables {
  private final Warehouse warehouse;
  private final NamedViews all = NamedViews.ALL;
  private final Set<String> made = new HashSet<>();

  /** What those were that have no rows for a while. */
  private final Map<String, Dataset<Row>> kept = new HashMap<>();

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

  /** Makes reports views like others, over tables that are not outdated. */
  void showReports(Map<String, String> reports, Supplier<Set<String>> outdated) {
    Set<String> empty = reports.isEmpty() ? Set.of() : outdated.get();
    reports.forEach(
        (name, text) ->
            warehouse.spark().sql(ReportViews.without(empty, text)).createOrReplaceTempView(name));
  }

  /** Lets tables have no rows until {@link #fill}. */
  void empty(Set<String> some) throws IOException {
    make(some);
    for (String table : some) {
      kept.put(table, warehouse.spark().table(table));
      warehouse
          .spark()
          .createDataFrame(List.of(), Tables.schema(table))
          .createOrReplaceTempView(table);
    }
  }

  /** Lets them have their rows again. */
  void fill() {
    kept.forEach((table, rows) -> rows.createOrReplaceTempView(table));
    kept.clear();
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
