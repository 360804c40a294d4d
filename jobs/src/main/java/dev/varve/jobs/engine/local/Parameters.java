package dev.varve.jobs.engine.local;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;

/**
 * Replaces the named parameters of a query by literals, because DuckDB allows no parameters in the
 * query of a view.
 */
final class Parameters {
  private Parameters() {}

  /**
   * The text with literals in place of parameters. Without parameters the text is unchanged,
   * because a colon in it then belongs to a slice such as {@code list[1:n]}. Comments are left out:
   * a line end in a value would end the comment, and the rest of the value would be read as SQL.
   */
  static String filled(String sql, Map<String, Object> parameters) {
    if (parameters.isEmpty()) {
      return sql;
    }
    return DuckSession.PARAMETER
        .matcher(SqlFiles.withoutComments(sql))
        .replaceAll(
            found -> {
              String name = found.group().substring(1);
              Object value = Objects.requireNonNull(parameters.get(name), name);
              return Matcher.quoteReplacement(literal(value));
            });
  }

  private static String literal(Object value) {
    if (value instanceof Number) {
      return value.toString();
    }
    String text = DuckText.quoted(value.toString());
    return value instanceof Instant ? "TIMESTAMPTZ " + text : text;
  }
}
