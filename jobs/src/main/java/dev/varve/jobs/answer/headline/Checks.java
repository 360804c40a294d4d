package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.util.List;

/**
 * Results of the checks of a warehouse.
 *
 * @param run number of checks that were run
 * @param failing names of the checks that fail
 * @param left number of checks that were not run
 */
record Checks(int run, List<String> failing, int left) {
  /**
   * Runs the checks on a warehouse small enough for that to take seconds; on a larger one, none.
   * Checks over stale tables are left out.
   */
  static Checks of(Queries queries) throws IOException {
    int all = SqlFiles.folder("checks").size();
    if (!queries.isSmall()) {
      return new Checks(0, List.of(), all);
    }
    int run = Queries.checks(queries.stale()).size();
    return new Checks(run, queries.faults().stream().map(Answer::name).toList(), all - run);
  }

  /** The results as a sentence of the headline. */
  String sentence() {
    String rest = left == 0 ? "" : "; " + left + " not run";
    if (run == 0) {
      return "Not run on so much data: varve check runs them.";
    }
    return failing.isEmpty()
        ? "All %d pass%s.".formatted(run, rest)
        : "%d of %d fail: %s%s.".formatted(failing.size(), run, String.join(", ", failing), rest);
  }

  /**
   * The results as an outcome for {@code Document.verdict}.
   *
   * @param words start of the verdict sentence
   */
  Answer outcome(String words) {
    String state =
        run == 0
            ? "checks were not run"
            : failing.isEmpty()
                ? "all %d checks pass".formatted(run)
                : "%d of %d checks fail: %s"
                    .formatted(failing.size(), run, String.join(", ", failing));
    return new Answer(
        "checks",
        List.of("Do the tables keep to the rules between them?", words + state),
        List.of(count("failing"), count("passing"), count("not_run")),
        List.of(List.of(failing.size(), run - failing.size(), left)));
  }

  private static Answer.Column count(String name) {
    return new Answer.Column(name, ColumnUnit.COUNT, null);
  }
}
