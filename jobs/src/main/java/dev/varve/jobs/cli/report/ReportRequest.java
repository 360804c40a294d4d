package dev.varve.jobs.cli.report;

import dev.varve.jobs.answer.gate.Gate;
import dev.varve.jobs.answer.headline.ReportGroups;
import dev.varve.jobs.answer.page.Page;
import dev.varve.jobs.answer.page.PageFormat;
import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.answer.selection.Selection;
import dev.varve.jobs.cli.option.ErrorMessages;
import dev.varve.jobs.cli.screen.TableOptions;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Suggestions;
import dev.varve.jobs.derive.update.ChosenUpdate;
import dev.varve.jobs.warehouse.file.OutputPlace;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Request for one or several reports, from the options of verb report: their subject, the time as
 * of which they answer, and their form.
 *
 * @param warehouse location of the warehouse, as the user wrote it
 * @param questions the reports, with the requested set and owners in their SQL; empty for the
 *     headline
 * @param isOfWholeWarehouse whether no report was named: an HTML page then begins with the headline
 * @param condition the condition that chooses the set, or null
 * @param selection the set and owners, or null
 * @param asOf run or time of the state that is reported; null for the current state
 * @param since run or time from which on reports on growth count, or null
 * @param comparedImages two images to compare, or null
 * @param gates limits on the rows of each report; empty for none
 * @param target file or folder to write; null for standard output
 */
record ReportRequest(
    String warehouse,
    List<Question> questions,
    boolean isOfWholeWarehouse,
    @Nullable String condition,
    @Nullable Selection selection,
    @Nullable String asOf,
    @Nullable String since,
    @Nullable ChosenUpdate comparedImages,
    List<Gate> gates,
    PageFormat format,
    @Nullable OutputPlace target,
    TableStyle style) {

  /** Whether tables are printed on standard output. */
  boolean isOnScreen() {
    return format == PageFormat.TABLE && target == null;
  }

  /**
   * Queries of the number of chosen rows, by the views from which a report takes its set; none
   * without a condition.
   */
  Map<String, String> chosenCounts() {
    Map<String, String> counts = new TreeMap<>();
    if (condition != null && selection != null) {
      for (Question question : questions) {
        List<String> views = views(question);
        if (!views.isEmpty()) {
          counts.put(String.join(", ", views), selection.countIn(views));
        }
      }
    }
    return counts;
  }

  private static List<String> views(Question question) {
    return SqlFiles.header(question.sql()).getOrDefault("sets", List.of());
  }

  /** Command-line options of a request. */
  static final class Options {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

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
            "The set of images, snapshots or layer plans that a report such as exclusive-bytes is about, as in"
                + " 'repository like team/%%'.")
    private List<String> where = new ArrayList<>();

    @Option(
        names = "--fail-below",
        paramLabel = "X",
        description = {
          "Exit with 3 when a row of the report is below X, and print only such rows. Reports:"
              + " image-efficiency, by its efficiency_ratio_by_path; availability-by-failures,"
              + " backup-efficiency, duplicate-origin, node-disk, repository-growth, top-duplicates, update-chunks,"
              + " update-cost and update-lines. Values are compared as they are stored, not as they are printed. Where a"
              + " report prints the first rows only, all rows are compared. A value that is not known"
              + " fails. X is 0.9, 90%% or 500MiB. Of several reports, each has its own: REPORT=X."
        })
    private List<String> failBelow = new ArrayList<>();

    @Option(
        names = "--fail-above",
        paramLabel = "X",
        description =
            "Exit with 3 when a row of the report is above X, and print only such rows. Both bounds"
                + " may be given; of several reports as REPORT=X.")
    private List<String> failAbove = new ArrayList<>();

    @Option(
        names = "--as-of",
        paramLabel = "RUN",
        description = {
          "Answers as of the warehouse after RUN: a run_id, or the beginning of one; last, the newest"
              + " ingest; last~2, the second before it; 7d, seven days ago; a day or a time. A day is its"
              + " midnight, a time is such as 2024-01-31T12:00, both in UTC. An ingest includes the derive"
              + " that follows it. Rows first seen later are left out, and derived tables are computed"
              + " again over the rest. Tables file_compression, layer_twin, layer_duplicate,"
              + " layer_removable, build_line and"
              + " image_update with its parts, and results of later simulations, are absent. Rows of earlier versions without first_seen_at, artifacts and"
              + " manifests always count."
        })
    private @Nullable String asOf;

    @Option(
        names = "--since",
        paramLabel = "RUN",
        description = {
          "Of reports changes, freed, history, snapshot-history and repository-growth: what came after run RUN, named"
              + " as above. --since last~1 is what the last ingest brought, also when it was the"
              + " first. With --as-of: what came between the two."
        })
    private @Nullable String since;

    @Option(
        names = "--from",
        paramLabel = "IMAGE",
        description = {
          "Of reports on updates: the earlier of two images to compare, in place of those that follow"
              + " each other. IMAGE is REPOSITORY:TAG, REPOSITORY@DIGEST, or a digest, of which the"
              + " beginning is enough. Of an index every platform that both have is compared. The"
              + " columns are computed when the report is, by the local engine."
        })
    private @Nullable String from;

    @Option(
        names = "--to",
        paramLabel = "IMAGE",
        description = "The later image, named likewise; it may be of another repository.")
    private @Nullable String to;

    @Mixin private TableOptions tables = new TableOptions();

    @Option(names = "--all", description = "Every report, those of one subject together.")
    private boolean all;

    /** Takes conditions of --set, which took them before --where. */
    void addConditions(List<String> conditions) {
      for (String condition : conditions) {
        ErrorMessages.print(
            "--set with a condition is the old form; write --where '" + condition + "'");
        where.add(condition);
      }
    }

    /** Makes the request; what is wrong with the options is added to the faults of the settings. */
    ReportRequest request(SettingReader faults) throws IOException {
      OutputPlace target = target(faults);
      List<String> reports = reports(target, faults);
      String condition = where.isEmpty() ? null : where.get(0);
      if (where.size() > 1) {
        faults.fault("--where: give one condition; join several with and, or");
      }
      requireAccepted("--where", "sets", condition, faults);
      requireAccepted("--by", "owners", by, faults);
      List<Question> questions = Question.of(reports);
      Selection selection = condition == null && by == null ? null : selection(condition, faults);
      if (selection != null) {
        questions = selected(questions, condition, selection, faults);
      }
      List<Gate> gates =
          failBelow.isEmpty() && failAbove.isEmpty()
              ? List.of()
              : Gate.read(reports, failBelow, failAbove, faults);
      requireAccepted("--since", "since", since, faults);
      requireAccepted("--from", "pairs", from == null ? to : from, faults);
      if ((from == null) != (to == null)) {
        faults.fault("--from, --to: name both images");
      }
      return new ReportRequest(
          String.valueOf(warehouse),
          questions,
          names.isEmpty(),
          condition,
          selection,
          asOf,
          since,
          from == null || to == null ? null : new ChosenUpdate(from, to),
          gates,
          format,
          target,
          style(target));
    }

    /**
     * The place of --out, or null for standard output; a place that cannot be written is added to
     * the faults.
     */
    private @Nullable OutputPlace target(SettingReader faults) throws IOException {
      if (out.equals("-")) {
        return null;
      }
      OutputPlace target = OutputPlace.of(out, "--out", faults);
      boolean needsFolder = format.hasAFileForEachAnswer() && names.size() != 1;
      if (warehouse != null && target.isWithin(warehouse)) {
        faults.fault("--out: " + target + " is in the warehouse; name a place outside of it");
      } else if (needsFolder && target.isFile()) {
        faults.fault("--out: " + target + " is a file; several reports need a folder for theirs");
      } else if (!needsFolder && target.isFolder()) {
        faults.fault("--out: " + target + " is a folder; name a file in it");
      }
      return target;
    }

    /** Names of the reports to answer; none for the headline. */
    private List<String> reports(@Nullable OutputPlace target, SettingReader faults) {
      if (warehouse == null) {
        faults.fault("name the warehouse with --warehouse W");
      }
      Set<String> known = SqlFiles.folder("reports").keySet();
      for (String name : names) {
        if (!known.contains(name)) {
          String suggestion = Suggestions.didYouMean(name, known);
          faults.fault(
              "there is no report %s; %s"
                  .formatted(name, suggestion.isEmpty() ? containing(name, known) : suggestion));
        }
      }
      // The headline is for people. Without a named report, files and programs get all reports.
      boolean isEveryReport =
          all || (!format.isOfHeadline() && (target != null || format != PageFormat.TABLE));
      return names.isEmpty() && isEveryReport
          ? format == PageFormat.HTML ? Page.reports() : ReportGroups.reports()
          : names.stream().filter(known::contains).toList();
    }

    private static String containing(String word, Set<String> known) {
      List<String> names = known.stream().filter(name -> name.contains(word)).sorted().toList();
      return names.isEmpty()
          ? "varve report --list shows all"
          : "these contain that word: " + String.join(", ", names);
    }

    /** Adds a fault for each named report that does not take a given option. */
    private void requireAccepted(
        String option, String key, @Nullable String value, SettingReader faults) {
      if (value == null) {
        return;
      }
      List<String> accepting =
          SqlFiles.folder("reports").entrySet().stream()
              .filter(report -> SqlFiles.header(report.getValue()).containsKey(key))
              .map(Map.Entry::getKey)
              .toList();
      if (names.isEmpty()) {
        faults.fault(option + ": name a report, such as " + accepting.get(0));
      }
      for (String name : names) {
        if (SqlFiles.folder("reports").containsKey(name) && !accepting.contains(name)) {
          faults.fault(
              "%s takes no %s; these do: %s".formatted(name, option, String.join(", ", accepting)));
        }
      }
    }

    /** The requested set and owners; everything if they are faulty. */
    private Selection selection(@Nullable String condition, SettingReader faults) {
      try {
        return Selection.of(condition, by);
      } catch (IllegalArgumentException e) {
        faults.fault(PrintedText.visible(String.valueOf(e.getMessage())));
        return Selection.of(null, null);
      }
    }

    /** The reports, with the requested set and owners in their SQL. */
    private static List<Question> selected(
        List<Question> questions,
        @Nullable String condition,
        Selection selection,
        SettingReader faults) {
      List<Question> selected = new ArrayList<>();
      for (Question question : questions) {
        List<String> views = views(question);
        if (condition != null && !views.isEmpty() && !selection.appliesTo(views)) {
          faults.fault(
              "--where %s: %s takes sets of %s only"
                  .formatted(
                      PrintedText.visible(condition), question.name(), String.join(", ", views)));
        }
        selected.add(new Question(question.name(), selection.insertInto(question.sql())));
      }
      return selected;
    }

    private TableStyle style(@Nullable OutputPlace target) {
      Set<TableStyle.Trait> traits = explain ? Set.of(TableStyle.Trait.EXPLAINED) : Set.of();
      TableStyle style = target == null ? tables.onScreen(traits) : tables.inFile(traits);
      // Only a comment on a pull request is read away from the command that made it.
      String command = format == PageFormat.MARKDOWN ? QuestionLine.of(spec) : "";
      return style.withContext(command, String.valueOf(warehouse));
    }
  }
}
