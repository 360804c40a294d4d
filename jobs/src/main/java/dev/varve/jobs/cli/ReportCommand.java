package dev.varve.jobs.cli;

import dev.varve.jobs.answer.gate.GateOptions;
import dev.varve.jobs.answer.headline.EmptyReportHints;
import dev.varve.jobs.answer.headline.Headline;
import dev.varve.jobs.answer.headline.ReportGroups;
import dev.varve.jobs.answer.page.Page;
import dev.varve.jobs.answer.page.PageFormat;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.answer.selection.Question;
import dev.varve.jobs.answer.selection.Selection;
import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.cli.screen.ChosenSets;
import dev.varve.jobs.cli.screen.TableOptions;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Suggestions;
import dev.varve.jobs.warehouse.file.OutputPlace;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report}. */
@Command(
    name = "report",
    description = {
      "Shows on one screen what matters first, or runs the named reports; --list shows their questions.",
      "A table for people, csv and json for programs. With --out, csv and json of several reports",
      "are one file each in the folder PATH. html is one page of the headline and all reports, or of",
      "the named ones, for a browser, with plots and sorted tables. It loads nothing from the network.",
      "markdown is a comment of at most 15 lines for a pull request. openmetrics is a file of gauges for",
      "Prometheus. Both are of the headline where no report is named.",
      "",
      "A CONDITION is over the columns of views layer_reference and snapshot_reference: repository, tag,",
      "image, layer, category, age_days, first_seen_at; vm, snapshot and others. It knows =, <>, <, <=, >,",
      ">=, like, ilike, in, between, is null, and, or, not, parentheses. A text needs quotes only where",
      "it contains blanks or parentheses."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve report --warehouse /data/w",
      "  varve report dedup-summary --warehouse /data/w --explain",
      "  varve report exclusive-bytes --warehouse /data/w --where 'repository like team/%% and age_days > 90'",
      "  varve report decomposition --warehouse /data/w --by image",
      "  varve report image-efficiency --warehouse /data/w --fail-below 0.9",
      "  varve report repository-growth --warehouse /data/w --since last~1",
      "  varve report dedup-summary --warehouse /data/w --as-of 2024-01-31",
      "  varve report update-cost --warehouse /data/w --from team/app:1.0 --to team/app:2.0",
      "  varve report --all --warehouse /data/w --format csv --out reports/",
      "  varve report --warehouse /data/w --format html --out report.html",
      "  varve report image-efficiency --warehouse /data/w --fail-below 0.9 --format markdown",
      "  varve report --warehouse /data/w --format openmetrics --out /var/lib/node_exporter/varve.prom"
    })
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "Reports; without any, the headline, and in csv, json and html all of them.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--warehouse", paramLabel = "W", description = "The warehouse.")
  private @Nullable String warehouse;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "One of: ${COMPLETION-CANDIDATES}; table unless given.")
  private PageFormat format = PageFormat.TABLE;

  private @Nullable OutputPlace target;

  @Option(
      names = "--out",
      paramLabel = "PATH",
      description =
          "File or folder to write to, on this machine or any file system; the terminal unless given.")
  private String out = "-";

  @Option(names = "--explain", description = "Adds to each table how it counts.")
  private boolean explain;

  @Option(
      names = "--by",
      paramLabel = "COLUMN",
      description =
          "Owners of the bytes in report decomposition: repository, image, tag, layer, category, vm, snapshot"
              + " and their like; repository and vm unless given.")
  private @Nullable String by;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description =
          "The set of images or snapshots that a report such as exclusive-bytes is about, as in 'repository"
              + " like team/%%'.")
  private List<String> where = new ArrayList<>();

  @Mixin private GateOptions gate = new GateOptions();

  @Mixin private HistoryOptions history = new HistoryOptions();

  @Mixin private PairOptions pair = new PairOptions();

  @Mixin private TableOptions tables = new TableOptions();

  @Option(names = "--all", description = "Every report, those of one subject together.")
  private boolean all;

  @Option(names = "--list", description = "Lists the reports and their questions.")
  private boolean list;

  @Option(names = "--engine", paramLabel = "ENGINE", description = CommonOptions.ENGINE)
  private @Nullable String engine;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    if (list) {
      SqlFiles.folder("reports")
          .forEach(
              (name, sql) -> System.out.printf("%-20s %s%n", name, SqlFiles.heading(sql).get(0)));
      return ExitCodes.DONE;
    }
    List<String> conditions = conditions();
    SettingReader settings = common.reading(engine);
    List<String> reports = chosen(settings);
    List<Question> chosen = selection(conditions, settings).of(reports, settings);
    gate.check(reports, settings);
    history.check(reports, settings);
    pair.check(reports, settings);
    String location = String.valueOf(warehouse);
    try (Queries queries = CommonOptions.queries("report", settings, location)) {
      chosen = history.over(queries, chosen);
      pair.over(queries);
      if (chosen.isEmpty()) {
        headline(Headline.of(queries), queries);
        return ExitCodes.DONE;
      }
      // Also for those who want it quiet: figures are not what they seem without.
      Map<String, String> stale = new TreeMap<>();
      for (Question question : chosen) {
        stale.putAll(queries.staleIn(question.sql()));
      }
      System.err.print(
          history.looksBack() ? Summaries.unknown(stale) : Summaries.stale(stale, location));
      try (Document document = document(queries, chosen)) {
        Document columns = document.filteredBy(tables::known);
        if (gate.isGiven()) {
          boolean always = format != PageFormat.TABLE || target != null;
          return gate.fails(
                  chosen.get(0),
                  queries,
                  columns,
                  always,
                  conditions.isEmpty() ? null : conditions.get(0))
              ? ExitCodes.REJECTED
              : ExitCodes.DONE;
        }
        queries.answers(
            chosen,
            conditions.isEmpty() ? columns : columns.filteredBy(new ChosenSets(conditions.get(0))));
      }
      return ExitCodes.DONE;
    }
  }

  private void headline(Headline headline, Queries queries) throws IOException {
    if (!format.isOfHeadline()) {
      headline.lines(tables.onScreen(Set.of())).forEach(System.out::println);
      return;
    }
    try (Document document = document(queries, List.of())) {
      headline.write(document.filteredBy(tables::known));
    }
  }

  /** Those of --where, and of --set, which took them before. */
  private List<String> conditions() {
    List<String> conditions = new ArrayList<>(where);
    for (String condition : common.conditions()) {
      ExitCodes.say("--set with a condition is the old form; write --where '" + condition + "'");
      conditions.add(condition);
    }
    return conditions;
  }

  private Selection selection(List<String> conditions, SettingReader settings) {
    if (conditions.size() > 1) {
      settings.fault("--where: give one condition; join several with and, or");
    }
    if (names.isEmpty() && (by != null || !conditions.isEmpty())) {
      settings.fault("name a report for --where or --by, such as exclusive-bytes or decomposition");
    }
    return new Selection(conditions.isEmpty() ? null : conditions.get(0), by);
  }

  /** Reports files that cannot be written before any work. */
  private void writable(SettingReader settings) throws IOException {
    if (out.equals("-")) {
      return;
    }
    target = OutputPlace.of(out, "--out", settings);
    if (warehouse != null && target.isWithin(warehouse)) {
      settings.fault("--out: " + target + " is in the warehouse; name a place outside of it");
      return;
    }
    boolean folder = format.hasAFileForEachAnswer() && names.size() != 1;
    if (folder && target.isFile()) {
      settings.fault("--out: " + target + " is a file; several reports need a folder for theirs");
    } else if (!folder && target.isFolder()) {
      settings.fault("--out: " + target + " is a folder; name a file in it");
    }
  }

  private Document document(Queries queries, List<Question> chosen) throws IOException {
    Set<TableStyle.Trait> traits = explain ? Set.of(TableStyle.Trait.EXPLAINED) : Set.of();
    String location = String.valueOf(warehouse);
    if (format == PageFormat.HTML) {
      Page.Source source =
          names.isEmpty()
              ? Page.Source.whole(queries, location)
              : new Page.Source(queries, location, List.of());
      return new Page(source, chosen, target, tables.inFile(traits));
    }
    String command = QuestionLine.of(spec);
    if (target != null) {
      return format.plain().at(target, tables.inFile(traits).of(command, location));
    }
    Document screen =
        format.plain().onStandardOutput(tables.onScreen(traits).of(command, location));
    return format == PageFormat.TABLE && !gate.isGiven()
        ? screen.filteredBy(new EmptyReportHints(queries, System.out))
        : screen;
  }

  private static String containing(String word, Set<String> known) {
    List<String> names = known.stream().filter(name -> name.contains(word)).sorted().toList();
    return names.isEmpty()
        ? "varve report --list shows all"
        : "these contain that word: " + String.join(", ", names);
  }

  private List<String> chosen(SettingReader settings) throws IOException {
    Set<String> known = SqlFiles.folder("reports").keySet();
    writable(settings);
    if (warehouse == null) {
      settings.fault("name the warehouse with --warehouse W");
    }
    for (String name : names) {
      if (!known.contains(name)) {
        String meant = Suggestions.meant(name, known);
        settings.fault(
            "there is no report %s; %s"
                .formatted(name, meant.isEmpty() ? containing(name, known) : meant));
      }
    }
    // A headline is a screen for people: files and programs get every report, as before.
    boolean every =
        all || (!format.isOfHeadline() && (target != null || format != PageFormat.TABLE));
    return names.isEmpty() && every
        ? format == PageFormat.HTML ? Page.reports() : ReportGroups.reports()
        : names.stream().filter(known::contains).toList();
  }
}
