package dev.varve.jobs.duck;

import dev.varve.jobs.engine.local.DuckSession;
import dev.varve.jobs.engine.local.DuckText;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;

/** Named parameters of a query as literals: the query of a view has no parameters. */
final class Parameters {
  private Parameters() {}

  /** The text with its values; without any a colon is that of a range. */
  static String filled(String sql, Map<String, Object> parameters) {
    if (parameters.isEmpty()) {
      return sql;
    }
    return DuckSession.PARAMETER
        .matcher(sql)
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
