package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Header;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The subjects of reports, and the verbs that make their rows. */
public final class ReportGroups {
  /** The text in place of a command where every table has been filled. */
  public static final String NOTHING = "nothing to count";

  /** Subjects in their order; others follow these, under their own names. */
  private static final Map<String, String> TITLES = new LinkedHashMap<>();

  static {
    TITLES.put("registry", "Registry");
    TITLES.put("snapshots", "Virtual machines");
    TITLES.put("failures", "When machines fail");
    TITLES.put("deletion", "Deletion");
    TITLES.put("pulls", "Pulls");
    TITLES.put("chains", "Chains of snapshots");
    TITLES.put("starts", "Starts of containers");
    TITLES.put("retention", "Retention");
    TITLES.put("estimates", "Estimates");
  }

  private static final List<String> ORDER = List.copyOf(TITLES.keySet());

  private static final String CHUNKS = "file_recipe";

  /** Options that request the rows of tables that their verb makes on request only. */
  private static final Map<String, String> REQUESTS =
      Map.of(
          "layer_pull",
          "ingest registry --measure-pull",
          CHUNKS,
          "ingest registry --chunks",
          "chunker_result",
          "ingest snapshots --compare-chunkers",
          "image_category",
          "simulate startup");

  /** The order in which verbs must run, as their first words. */
  private static final List<String> STEPS =
      List.of("estimate", "ingest", "derive", "rebuild", "simulate");

  private ReportGroups() {}

  /** All reports, those of one subject together, by name. */
  public static List<String> reports() {
    return SqlFiles.folder("reports").entrySet().stream()
        .sorted(
            Comparator.<Map.Entry<String, String>>comparingInt(
                    report -> place(subject(report.getValue())))
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * The reports to look at first of simulations that have left rows: those with a header {@code
   * leads: TABLE}, where this table has rows.
   */
  static List<String> leading(Queries queries) throws IOException {
    Map<String, String> tables = new LinkedHashMap<>();
    for (String report : reports()) {
      SqlFiles.header(SqlFiles.text("reports", report))
          .getOrDefault("leads", List.of())
          .forEach(table -> tables.put(report, table));
    }
    String sql =
        tables.values().stream()
            .map("(SELECT count(*) FROM %s)"::formatted)
            .collect(Collectors.joining(", ", "SELECT ", ""));
    Iterator<@Nullable Object> rows = queries.stream(sql, Map.of()).next().iterator();
    List<String> leading = new ArrayList<>(tables.keySet());
    leading.removeIf(report -> Long.valueOf(0).equals(rows.next()));
    return leading;
  }

  /** The title above the reports of a subject; empty where a report names none. */
  public static String title(String report) {
    String subject = subject(SqlFiles.text("reports", report));
    return TITLES.getOrDefault(subject, capitalised(subject));
  }

  private static String capitalised(String word) {
    return word.isEmpty() ? "" : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private static int place(String subject) {
    int place = ORDER.indexOf(subject);
    return place < 0 && !subject.isEmpty() ? ORDER.size() : place;
  }

  private static String subject(String sql) {
    return Header.read(SqlFiles.heading(sql), SqlFiles.header(sql)).subject();
  }

  /** The command that comes next for a report to have rows: the first one that left none. */
  public static String command(String report, Queries queries) throws IOException {
    String sql = SqlFiles.text("reports", report);
    Set<String> words = new HashSet<>(Arrays.asList(SqlFiles.withoutComments(sql).split("\\W+")));
    words.retainAll(Tables.names());
    words.remove("run");
    String next = "";
    Set<String> outdated = queries.outdated();
    for (String table : words.stream().sorted().toList()) {
      if (!queries.hasRows(table) || outdated.contains(table)) {
        String command = REQUESTS.getOrDefault(table, Tables.declaration(table).madeBy().get(0));
        next = next.isEmpty() || step(command) < step(next) ? command : next;
      }
    }
    // A table of chunks is made without them too, and is empty.
    if (next.isEmpty()
        && !queries.hasRows(CHUNKS)
        && words.stream().anyMatch(table -> Tables.declaration(table).from().contains(CHUNKS))) {
      next = REQUESTS.getOrDefault(CHUNKS, "");
    }
    return next.isEmpty() ? NOTHING : "varve " + next;
  }

  private static int step(String command) {
    return STEPS.indexOf(command.split(" ")[0]);
  }
}
