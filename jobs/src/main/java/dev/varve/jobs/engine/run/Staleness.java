package dev.varve.jobs.engine.run;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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

  private Staleness(List<PastRun> runs) {
    for (PastRun run : runs) {
      List<String> tables = Tables.madeBy(run.verb());
      boolean counted = run.source() == null || run.source().equals(COUNTED);
      // Earlier versions counted no rows by the names of tables: anything may have changed then.
      boolean unknown = tables.stream().noneMatch(run.counts()::containsKey);
      for (String table : tables) {
        boolean any = unknown && !Tables.declaration(table).onRequest();
        if (any || run.counts().getOrDefault(table, 0L) > 0) {
          changed.put(table, run.runId());
        }
        if (counted) {
          made.put(table, run.runId());
        }
      }
    }
  }

  /**
   * A past run, from its row of table {@code run}.
   *
   * @param counts rows by table among them
   * @param source option {@link #SOURCE}, or null where there was none
   */
  public record PastRun(
      String runId, String verb, Map<String, Long> counts, @Nullable String source) {}

  private record RunRow(
      String runId, String verb, Map<String, Long> counts, Map<String, String> settings) {
    PastRun past() {
      return new PastRun(runId, verb, counts, settings.get(SOURCE));
    }
  }

  /**
   * The stale tables, each with the verb that makes it again.
   *
   * @param engine has a view of table run
   */
  public static Map<String, String> of(Engine engine) throws IOException {
    Query runs = Query.of("SELECT run_id, verb, counts, settings FROM run ORDER BY run_id");
    return of(engine.all(runs, RunRow.class).stream().map(RunRow::past).toList());
  }

  /** The stale tables after these runs, the first one first. */
  public static Map<String, String> of(List<PastRun> runs) {
    return new Staleness(runs).tables();
  }

  /** The stale tables that derive makes. */
  public static Set<String> outdated(Map<String, String> stale) {
    Set<String> outdated = new TreeSet<>(stale.keySet());
    outdated.retainAll(Tables.madeBy(DERIVE));
    return outdated;
  }

  private Map<String, String> tables() {
    Map<String, String> stale = new TreeMap<>();
    for (String name : Tables.names()) {
      TableDeclaration table = Tables.declaration(name);
      List<String> sources =
          table.from().stream().flatMap(from -> Tables.below(from).stream()).toList();
      String newest =
          sources.stream()
              .map(from -> changed.getOrDefault(from, ""))
              .max(String::compareTo)
              .orElse("");
      boolean wanted = made.containsKey(name) || table.madeBy().contains(DERIVE);
      boolean possible =
          sources.stream()
              .filter(from -> Tables.declaration(from).onRequest())
              .allMatch(changed::containsKey);
      if (wanted && possible && newest.compareTo(made.getOrDefault(name, "")) > 0) {
        stale.put(name, table.madeBy().get(0));
      }
    }
    return stale;
  }
}
