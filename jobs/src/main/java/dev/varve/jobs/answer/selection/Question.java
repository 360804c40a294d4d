package dev.varve.jobs.answer.selection;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.util.List;

/**
 * A report or a check with its query.
 *
 * @param name of the report or the check
 * @param sql its query
 */
public record Question(String name, String sql) {
  /** Reports as they stand. */
  public static List<Question> of(List<String> names) {
    return names.stream().map(name -> new Question(name, SqlFiles.text("reports", name))).toList();
  }

  /** All checks; each answers with the rows that break it. */
  public static List<Question> checks() {
    return SqlFiles.folder("checks").entrySet().stream()
        .map(check -> new Question(check.getKey(), check.getValue()))
        .toList();
  }
}
