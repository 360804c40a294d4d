package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.util.List;

/**
 * Results of the checks of a warehouse, for its headline.
 *
 * @param executed number of checks that were run
 * @param failing names of the checks that fail
 * @param skipped number of checks that were not run
 */
record Checks(int executed, List<String> failing, int skipped) {
  /**
   * Runs the checks on a warehouse small enough for that to take seconds; on a larger one, none.
   * Checks over stale tables are left out.
   */
  static Checks of(Queries queries) throws IOException {
    int all = SqlFiles.folder("checks").size();
    if (!queries.isSmall()) {
      return new Checks(0, List.of(), all);
    }
    int executed = Queries.checks(queries.stale()).size();
    return new Checks(
        executed, queries.faults().stream().map(Answer::name).toList(), all - executed);
  }

  /** The results as a sentence of the headline. */
  String sentence() {
    String rest = skipped == 0 ? "" : "; " + skipped + " not run";
    if (executed == 0) {
      return "Not run on so much data: varve check runs them.";
    }
    return failing.isEmpty()
        ? "All %d pass%s.".formatted(executed, rest)
        : "%d of %d fail: %s%s."
            .formatted(failing.size(), executed, String.join(", ", failing), rest);
  }

  /**
   * The results as an outcome for {@code Document.verdict}.
   *
   * @param prefix start of the verdict sentence
   */
  Answer outcome(String prefix) {
    String state =
        executed == 0
            ? "checks were not run"
            : failing.isEmpty()
                ? "all %d checks pass".formatted(executed)
                : "%d of %d checks fail: %s"
                    .formatted(failing.size(), executed, String.join(", ", failing));
    return new Answer(
        "checks",
        List.of("Do the tables keep to the rules between them?", prefix + state),
        List.of(count("failing"), count("passing"), count("not_run")),
        List.of(List.of(failing.size(), executed - failing.size(), skipped)));
  }

  private static Answer.Column count(String name) {
    return new Answer.Column(name, ColumnUnit.COUNT, null);
  }
}
