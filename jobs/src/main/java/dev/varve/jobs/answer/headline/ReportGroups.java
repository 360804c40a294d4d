package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Header;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Order and titles of the reports, and for a report without rows the command that fills it. */
public final class ReportGroups {
  /**
   * Titles by subject, in the order of printing. Other subjects follow, titled by their own names.
   */
  private static final Map<String, String> TITLES = new LinkedHashMap<>();

  static {
    TITLES.put("overview", "Overview");
    TITLES.put("registry", "Registry");
    TITLES.put("snapshots", "Virtual machines");
    TITLES.put("failures", "When machines fail");
    TITLES.put("deletion", "Deletion");
    TITLES.put("pulls", "Pulls");
    TITLES.put("chains", "Chains of snapshots");
    TITLES.put("starts", "Starts of containers");
    TITLES.put("retention", "Retention");
    TITLES.put("layers", "Layer plans");
    TITLES.put("estimates", "Estimates");
  }

  /**
   * Reports in the order of a conversation: what there is, why, where, and what to do. Within their
   * subject these come first; what would be if, in further reports, follows.
   */
  private static final List<String> CONVERSATION =
      List.of(
          "coverage",
          "changes",
          "dedup-summary",
          "chunk-dedup-summary",
          "decomposition",
          "duplicate-cause",
          "duplicate-origin",
          "savings-by-type",
          "savings-by-convention",
          "top-duplicates",
          "savings-by-directory",
          "repository-sharing",
          "snapshot-sharing",
          "image-efficiency",
          "build-lines",
          "update-cost",
          "update-lines",
          "node-disk",
          "opportunities",
          "exclusive-bytes",
          "common-base",
          "backup-efficiency");

  private static final List<String> ORDER = List.copyOf(TITLES.keySet());

  private static final String CHUNKS = "file_recipe";

  /** Tables and views in SQL; columns may have the name of a table. */
  private static final Pattern FROM_OR_JOIN = Pattern.compile("\\b(?:FROM|JOIN)\\s+(\\w+)");

  private static final String NOTHING_MISSING = "nothing to count";

  /** Reports that say something by having no rows. */
  private static final Map<String, String> REASONS_WHEN_EMPTY =
      Map.of("changes", "nothing has changed");

  /** Tables of which each verb of ingest fills one, whatever it reads and whatever ends it. */
  private static final Map<String, List<String>> TABLES_OF_INGEST =
      Map.of("ingest registry", List.of("image", "layer"), "ingest snapshots", List.of("snapshot"));

  /** Commands for tables that their verb fills only if an option requests it. */
  private static final Map<String, String> OPTIONAL_COMMANDS =
      Map.of(
          "layer_pull",
          "ingest registry --measure-pull",
          CHUNKS,
          "ingest registry --chunks",
          "chunker_result",
          "ingest snapshots --compare-chunkers",
          "image_category",
          "simulate startup");

  /** The order in which verbs must run, as the first words of commands. */
  private static final List<String> VERB_ORDER =
      List.of("estimate", "ingest", "derive", "rebuild", "simulate");

  private ReportGroups() {}

  /** All reports by subject, and by name within a subject. */
  public static List<String> reports() {
    return SqlFiles.folder("reports").entrySet().stream()
        .sorted(
            Comparator.<Map.Entry<String, String>>comparingInt(
                    report -> position(subject(report.getValue())))
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Place of a report in a conversation; the last one for all reports of what would be if. */
  public static int conversationPosition(String report) {
    int position = CONVERSATION.indexOf(report);
    return position < 0 ? CONVERSATION.size() : position;
  }

  /**
   * The first report to read of each simulation that was run. Its header has a line {@code leads:
   * TABLE}, and this table has rows.
   */
  static List<String> leadingReports(Queries queries) throws IOException {
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

  /** The title of the subject of a report; empty if its header names no subject. */
  public static String title(String report) {
    String subject = subject(SqlFiles.text("reports", report));
    return TITLES.getOrDefault(subject, capitalised(subject));
  }

  private static String capitalised(String word) {
    return word.isEmpty() ? "" : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private static int position(String subject) {
    int position = ORDER.indexOf(subject);
    return position < 0 && !subject.isEmpty() ? ORDER.size() : position;
  }

  private static String subject(String sql) {
    return Header.read(SqlFiles.heading(sql), SqlFiles.header(sql)).subject();
  }

  /**
   * Whether a report is only about inputs of a kind that the warehouse has none of. An example is a
   * report about registries where all inputs were disks.
   */
  public static boolean isOfAbsentInputs(String report, Queries queries) throws IOException {
    Set<String> ingests = new HashSet<>();
    for (String name : read(report)) {
      Tables.tablesReadBy(name).forEach(table -> ingests.addAll(ingests(table, new HashSet<>())));
    }
    return !ingests.isEmpty() && absentInputs(queries).containsAll(ingests);
  }

  /** The verbs of ingest of which the warehouse has nothing, if it has something of another. */
  private static Set<String> absentInputs(Queries queries) throws IOException {
    Set<String> absent = new HashSet<>();
    boolean hasAny = false;
    for (Map.Entry<String, List<String>> ingest : TABLES_OF_INGEST.entrySet()) {
      boolean isAbsent = true;
      for (String table : ingest.getValue()) {
        isAbsent &= !queries.hasRows(table);
      }
      if (isAbsent) {
        absent.add(ingest.getKey());
      }
      hasAny |= !isAbsent;
    }
    return hasAny ? absent : Set.of();
  }

  /** Whether a table has rows of some ingest, and only of these. */
  private static boolean isMadeOf(String table, Set<String> ingests) {
    Set<String> own = ingests(table, new HashSet<>());
    return !own.isEmpty() && ingests.containsAll(own);
  }

  /** The verbs of ingest that a table is made by, or made from. */
  private static Set<String> ingests(String table, Set<String> seen) {
    TableDeclaration declared = Tables.declaration(table);
    Set<String> ingests = new HashSet<>();
    declared.madeBy().stream().filter(TABLES_OF_INGEST::containsKey).forEach(ingests::add);
    for (String from : declared.from()) {
      for (String read : Tables.tablesReadBy(from)) {
        if (seen.add(read)) {
          ingests.addAll(ingests(read, seen));
        }
      }
    }
    return ingests;
  }

  /** Names of the tables and views that a report reads, and of its own parts. */
  private static Set<String> read(String report) {
    Set<String> names = new HashSet<>();
    Matcher read = FROM_OR_JOIN.matcher(SqlFiles.withoutComments(SqlFiles.text("reports", report)));
    while (read.find()) {
      names.add(read.group(1));
    }
    names.remove("run");
    return names;
  }

  /**
   * The reason why a report has no rows.
   *
   * @param isCommand whether the text is a command that makes rows
   */
  public record EmptyReason(String text, boolean isCommand) {}

  /** The reason why a report has no rows: the command to run, or that there is nothing to count. */
  public static EmptyReason emptyReason(String report, Queries queries) throws IOException {
    String command = commandToFill(report, queries);
    return command.isEmpty()
        ? new EmptyReason(REASONS_WHEN_EMPTY.getOrDefault(report, NOTHING_MISSING), false)
        : new EmptyReason(command, true);
  }

  /**
   * The next command to run so that a report has rows: of its tables without rows, the earliest
   * verb. Empty if all tables have rows that can have some of the warehouse's inputs.
   */
  public static String commandToFill(String report, Queries queries) throws IOException {
    Set<String> tables = read(report);
    tables.retainAll(Tables.names());
    Set<String> absent = absentInputs(queries);
    boolean isOfAbsent = isOfAbsentInputs(report, queries);
    if (!isOfAbsent) {
      tables.removeIf(table -> isMadeOf(table, absent));
    }
    String next = "";
    Set<String> outdated = queries.outdated();
    for (String table : tables.stream().sorted().toList()) {
      if (!queries.hasRows(table) || outdated.contains(table)) {
        String command =
            OPTIONAL_COMMANDS.getOrDefault(table, Tables.declaration(table).madeBy().get(0));
        next = next.isEmpty() || verbPosition(command) < verbPosition(next) ? command : next;
      }
    }
    // Derive also makes the tables of chunks, without rows, if ingest did not cut files into
    // chunks.
    if (next.isEmpty()
        && !queries.hasRows(CHUNKS)
        && tables.stream().anyMatch(table -> Tables.declaration(table).from().contains(CHUNKS))) {
      next = OPTIONAL_COMMANDS.getOrDefault(CHUNKS, "");
    }
    if (next.isEmpty() && isOfAbsent) {
      next = absent.iterator().next();
    }
    return next.isEmpty() ? "" : "varve " + next;
  }

  private static int verbPosition(String command) {
    return VERB_ORDER.indexOf(command.split(" ")[0]);
  }
}
