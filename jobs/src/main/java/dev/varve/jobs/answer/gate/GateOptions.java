package dev.varve.jobs.answer.gate;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.selection.Question;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.NoInputException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that make a report a gate. */
public final class GateOptions {
  @Option(
      names = "--fail-below",
      paramLabel = "X",
      description = {
        "Exit with 3 when a row of the report is below X, and print only such rows. Reports:"
            + " image-efficiency, by its efficiency_ratio_by_path; availability-by-failures,"
            + " backup-efficiency, duplicate-origin, node-disk, repository-growth, top-duplicates, update-chunks,"
            + " update-cost and update-lines. Values are compared as they are stored, not as they are printed. Where a"
            + " report prints the first rows only, all rows are compared. A value that is not known"
            + " fails. X is 0.9, 90%% or 500MiB."
      })
  private @Nullable String least;

  @Option(
      names = "--fail-above",
      paramLabel = "X",
      description =
          "Exit with 3 when a row of the report is above X, and print only such rows. Both bounds"
              + " may be given.")
  private @Nullable String most;

  /** Whether any of them is given. */
  public boolean isGiven() {
    return least != null || most != null;
  }

  /** Adds to the settings' faults what is wrong with them for these reports. */
  public void check(List<String> names, SettingReader faults) {
    if (!isGiven()) {
      return;
    }
    bound("--fail-below", least, faults);
    bound("--fail-above", most, faults);
    Map<String, String> columns = Gate.columns();
    if (names.size() != 1) {
      faults.fault("--fail-below, --fail-above: name one report, not " + names.size());
    } else if (!columns.containsKey(names.get(0))) {
      faults.fault(
          "%s has no gate; these have: %s"
              .formatted(names.get(0), String.join(", ", columns.keySet())));
    }
  }

  private static @Nullable Bound bound(String option, @Nullable String text, SettingReader faults) {
    try {
      return text == null ? null : Bound.of(text);
    } catch (IllegalArgumentException e) {
      faults.fault(option + ": " + PrintedText.visible(String.valueOf(e.getMessage())));
      return null;
    }
  }

  /**
   * Writes the rows that fail to a document, and the outcome to standard error.
   *
   * @param always whether the document has an answer even without failing rows, as programs need it
   * @param condition the requested set, or null
   * @return whether any row fails
   * @throws NoInputException when the report has no rows, or when no row fails but tables that it
   *     reads are out of date
   */
  public boolean fails(
      Question question,
      Queries queries,
      Document document,
      boolean always,
      @Nullable String condition)
      throws IOException {
    String name = question.name();
    Gate gate =
        new Gate(
            name,
            String.valueOf(Gate.columns().get(name)),
            least == null ? null : Bound.of(least),
            most == null ? null : Bound.of(most));
    Map<String, String> stale = queries.staleIn(question.sql());
    GatedRows rows = new GatedRows(gate, queries, always, condition, stale);
    queries.answers(List.of(Gate.whole(question)), document.filteredBy(rows));
    System.err.println("varve: " + PrintedText.visible(rows.line()));
    return rows.fails();
  }
}
