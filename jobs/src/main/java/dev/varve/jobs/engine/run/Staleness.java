package dev.varve.jobs.engine.run;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.warehouse.past.PastTables;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds stale tables: tables that are older than the tables they are made from. A run has changed a
 * table if its row of table {@code run} counts rows of that table, or if it found that things went
 * or came back, of which the table has rows. All that earlier runs made from the table is then
 * stale. Tables of {@code derive} are also stale while they do not exist, but tables of a
 * simulation that never ran are not.
 */
public final class Staleness {
  /**
   * Recorded option that says which data a run used: {@link #COUNTED} or data that is not the
   * warehouse's.
   */
  public static final String SOURCE = "source";

  /** The value of {@link #SOURCE} for the data of the warehouse. */
  public static final String COUNTED = "counted";

  /**
   * The count of an ingest that says whether things went, or came back: tables then show fewer or
   * more rows, even if no row was added.
   */
  public static final String GONE_OR_BACK = "gone_or_back";

  private static final String DERIVE = "derive";

  /** Tables that are shown without what is gone from its source. */
  private static final Set<String> WITHOUT_GONE = withoutGone();

  /** The last run that changed each table, by run_id. */
  private final Map<String, String> changed = new HashMap<>();

  /** The last run that made each table from the warehouse's own data, by run_id. */
  private final Map<String, String> made = new HashMap<>();

  private Staleness(List<PastRun> runs) {
    for (PastRun run : runs) {
      List<String> tables = Tables.madeBy(run.verb());
      boolean counted = run.source() == null || run.source().equals(COUNTED);
      // Earlier versions of Varve did not count rows by table, so such a run may have changed any.
      boolean unknown = tables.stream().noneMatch(run.counts()::containsKey);
      boolean isOther = run.counts().getOrDefault(GONE_OR_BACK, 0L) > 0;
      for (String table : tables) {
        boolean isAsked = Tables.declaration(table).onRequest();
        boolean isFilled = changed.containsKey(table) || !isAsked;
        boolean mayHaveChanged =
            (unknown && !isAsked) || (isOther && isFilled && WITHOUT_GONE.contains(table));
        if (mayHaveChanged || run.counts().getOrDefault(table, 0L) > 0) {
          changed.put(table, run.runId());
        }
        if (counted) {
          made.put(table, run.runId());
        }
      }
    }
  }

  private static Set<String> withoutGone() {
    PastTables now = PastTables.now();
    Set<String> names = new TreeSet<>(now.stored().keySet());
    names.addAll(now.computed().keySet());
    return names;
  }

  /**
   * A past run, from its row of table {@code run}.
   *
   * @param counts the run's counts, among them the number of rows of each table
   * @param source value of option {@link #SOURCE}; null if the run did not record it
   */
  public record PastRun(
      String runId, String verb, Map<String, Long> counts, @Nullable String source) {}

  /**
   * The stale tables of the warehouse, each with the verb that makes it again.
   *
   * @param engine an engine with a view of table {@code run}
   */
  public static Map<String, String> of(Engine engine) throws IOException {
    String runs = "SELECT run_id, verb, counts, settings['%s'] AS source FROM run ORDER BY run_id";
    return of(engine.all(Query.of(runs.formatted(SOURCE)), PastRun.class));
  }

  /**
   * The stale tables after these runs.
   *
   * @param runs in the order of their start
   */
  public static Map<String, String> of(List<PastRun> runs) {
    return new Staleness(runs).tables();
  }

  /**
   * The stale tables in one sentence without a capital and a full stop, with the command that makes
   * them again; the headline, reports, gates and SQL say the same.
   *
   * @param stale the verb that makes each stale table; at least one
   */
  public static String sentence(Map<String, String> stale) {
    Map<String, List<String>> tables = new TreeMap<>();
    new TreeMap<>(stale)
        .forEach(
            (table, verb) -> tables.computeIfAbsent(verb, absent -> new ArrayList<>()).add(table));
    return tables.entrySet().stream()
        .map(
            made ->
                "%s (%srun: varve %s)"
                    .formatted(
                        String.join(", ", made.getValue()),
                        made.getKey().equals(DERIVE) ? "reports leave it out; " : "",
                        made.getKey()))
        .collect(Collectors.joining("; ", "missing, or older than what was ingested: ", ""));
  }

  /** The stale tables that derive makes. */
  public static Set<String> madeByDerive(Map<String, String> stale) {
    Set<String> outdated = new TreeSet<>(stale.keySet());
    outdated.retainAll(Tables.madeBy(DERIVE));
    return outdated;
  }

  private Map<String, String> tables() {
    Map<String, String> stale = new TreeMap<>();
    for (String name : Tables.names()) {
      TableDeclaration table = Tables.declaration(name);
      List<String> sources =
          table.from().stream().flatMap(from -> Tables.tablesReadBy(from).stream()).toList();
      String newest =
          sources.stream()
              .map(from -> changed.getOrDefault(from, ""))
              .max(String::compareTo)
              .orElse("");
      boolean isExpected = made.containsKey(name) || table.madeBy().contains(DERIVE);
      boolean canBeMade =
          sources.stream()
              .filter(from -> Tables.declaration(from).onRequest())
              .allMatch(changed::containsKey);
      if (isExpected && canBeMade && newest.compareTo(made.getOrDefault(name, "")) > 0) {
        stale.put(name, table.madeBy().get(0));
      }
    }
    return stale;
  }
}
