package dev.varve.jobs.selection;

import dev.varve.jobs.schema.SqlFiles;
import java.util.List;

/**
 * A report as it is asked.
 *
 * @param name of the report
 * @param sql its query
 */
public record Question(String name, String sql) {
  /** Reports as they stand. */
  public static List<Question> of(List<String> names) {
    return names.stream().map(name -> new Question(name, SqlFiles.text("reports", name))).toList();
  }
}
