package dev.varve.jobs.answer.query;

import dev.varve.jobs.engine.run.DuckDb;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Conditions with values that are there, in plain SQL, of one, two or three tests. */
record RandomConditions(DuckDb duck, Random random) {
  private static final Map<String, List<String>> TEXTS =
      Map.of(
          "layer_reference", List.of("repository", "repository", "tag", "image", "layer"),
          "snapshot_reference", List.of("vm", "snapshot"));

  String next(String view) throws Exception {
    StringBuilder condition = new StringBuilder(random.nextInt(4) == 0 ? "NOT (" : "(");
    condition.append(test(view));
    for (int more = random.nextInt(3); more > 0; more--) {
      condition.append(random.nextInt(3) == 0 ? ") AND (" : ") OR (").append(test(view));
    }
    return condition.append(")").toString();
  }

  private String test(String view) throws Exception {
    List<String> columns = Objects.requireNonNull(TEXTS.get(view), view);
    String column = columns.get(random.nextInt(columns.size()));
    String value = value(view, column);
    return switch (random.nextInt(6)) {
      case 0 -> column + " = " + quoted(value);
      case 1 -> "%s IN (%s, %s)".formatted(column, quoted(value), quoted(value(view, column)));
      case 2 -> column + " LIKE " + quoted(value.substring(0, value.length() / 2) + "%");
      case 3 -> column + " < " + quoted(value);
      case 4 -> column + " IS NULL OR " + column + " <> " + quoted(value);
      default ->
          "%s BETWEEN %s AND %s".formatted(column, quoted(value), quoted(value(view, column)));
    };
  }

  private String value(String view, String column) throws Exception {
    List<String> values =
        duck.csv(
            "SELECT DISTINCT %s AS v FROM %s WHERE v IS NOT NULL ORDER BY v"
                .formatted(column, view));
    return values.get(1 + random.nextInt(values.size() - 1));
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
