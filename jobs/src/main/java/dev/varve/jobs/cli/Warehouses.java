package dev.varve.jobs.cli;

import dev.varve.jobs.query.Queries;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.table.Warehouse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;

/** Opens a warehouse that must exist. */
final class Warehouses {
  private Warehouses() {}

  /**
   * The warehouse at a location.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  static Warehouse existing(SparkSession spark, String location) throws IOException {
    Warehouse warehouse = new Warehouse(spark, location);
    if (!warehouse.exists()) {
      throw NoInputException.noWarehouse(location);
    }
    return warehouse;
  }

  /**
   * Warns of stale tables, with --quiet too, because figures and checks that use them would
   * mislead.
   */
  static void warnOfStale(Queries queries, String location) throws IOException {
    Map<String, List<String>> tables = new TreeMap<>();
    queries
        .stale()
        .forEach((table, verb) -> tables.computeIfAbsent(verb, of -> new ArrayList<>()).add(table));
    tables.forEach(
        (verb, stale) ->
            System.err.printf(
                "varve: %s: missing, or older than what was ingested; run: varve %s"
                    + " --warehouse %s%n",
                String.join(", ", stale), verb, location));
  }
}
