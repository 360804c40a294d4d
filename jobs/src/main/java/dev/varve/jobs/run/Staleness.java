package dev.varve.jobs.run;

import static org.apache.spark.sql.functions.col;

import dev.varve.jobs.table.TableDeclaration;
import dev.varve.jobs.table.Tables;
import dev.varve.jobs.table.Warehouse;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;

/**
 * Finds tables that are older than the tables they are made from. A run changed a table when it
 * counted rows of it; whatever an earlier run made from that table is then stale. The tables of
 * {@code derive} are also stale while they do not exist; tables of a simulation that was never run
 * are not.
 */
public final class Staleness {
  /**
   * Recorded option that says which data a run used: {@link #COUNTED} or data that is not the
   * warehouse's.
   */
  public static final String SOURCE = "source";

  /** The value of {@link #SOURCE} for the data of the warehouse. */
  public static final String COUNTED = "counted";

  private static final String DERIVE = "derive";

  /**
   * The last run that changed each table; below, the last one that made it from the warehouse's
   * data.
   */
  private final Map<String, String> changed = new HashMap<>();

  private final Map<String, String> made = new HashMap<>();

  private Staleness(List<Row> runs) {
    for (Row run : runs) {
      String id = run.getString(0);
      List<String> tables = Tables.madeBy(run.getString(1));
      Map<String, Long> counts = run.getJavaMap(2);
      boolean counted = run.isNullAt(3) || run.getString(3).equals(COUNTED);
      // Earlier versions did not count rows by table: such a run may have changed any of its
      // tables.
      boolean unknown = tables.stream().noneMatch(counts::containsKey);
      for (String table : tables) {
        if (unknown || counts.getOrDefault(table, 0L) > 0) {
          changed.put(table, id);
        }
        if (counted) {
          made.put(table, id);
        }
      }
    }
  }

  /** The stale tables, each with the verb that makes it again. */
  public static Map<String, String> of(Warehouse warehouse) throws IOException {
    List<Row> runs =
        warehouse
            .table("run")
            .orderBy("run_id")
            .select(col("run_id"), col("verb"), col("counts"), col("settings").getItem(SOURCE))
            .collectAsList();
    return new Staleness(runs).tables();
  }

  private Map<String, String> tables() {
    Map<String, String> stale = new TreeMap<>();
    for (String name : Tables.names()) {
      TableDeclaration table = Tables.declaration(name);
      String newest =
          table.from().stream()
              .flatMap(from -> Tables.below(from).stream())
              .map(from -> changed.getOrDefault(from, ""))
              .max(String::compareTo)
              .orElse("");
      boolean wanted = made.containsKey(name) || table.madeBy().contains(DERIVE);
      if (wanted && newest.compareTo(made.getOrDefault(name, "")) > 0) {
        stale.put(name, table.madeBy().get(0));
      }
    }
    return stale;
  }
}
