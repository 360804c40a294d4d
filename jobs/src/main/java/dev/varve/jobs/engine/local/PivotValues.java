package dev.varve.jobs.engine.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code PIVOT} whose columns come from the data, as one whose values are listed. DuckDB makes
 * two statements of the former, of which it lists no parts; of the latter it lists all.
 *
 * <p>Only {@code IN (0)} is added, which opens neither a text nor a comment. So whatever the result
 * does that may not be done, the statement itself would do too, and the other way round.
 */
final class PivotValues {
  private static final String LISTED = " IN (0)";

  /** Texts, names in quotes, comments, words, and all other characters one by one. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\\n]*|/\\*.*?\\*/|\\w+|\\S", Pattern.DOTALL);

  private static final Set<String> PIVOT = Set.of("PIVOT", "PIVOT_WIDER");
  private static final Set<String> ENDS =
      Set.of("USING", "GROUP", "ORDER", "LIMIT", "OFFSET", "UNION", "EXCEPT", "INTERSECT", ";");

  private final String sql;
  private final List<Integer> places = new ArrayList<>();

  /** Depth of parentheses, and by depth what part of which pivot is read there. */
  private final List<Part> parts = new ArrayList<>(List.of(Part.OTHER));

  private enum Part {
    OTHER,
    SOURCE,
    COLUMN,
    LISTED_COLUMN
  }

  private PivotValues(String sql) {
    this.sql = sql;
  }

  /** The statement with a value for every column of a pivot that lists none. */
  static String listed(String sql) {
    PivotValues values = new PivotValues(sql);
    values.read();
    StringBuilder listed = new StringBuilder(sql);
    for (int at = values.places.size() - 1; at >= 0; at--) {
      listed.insert(values.places.get(at), LISTED);
    }
    return listed.toString();
  }

  private void read() {
    Matcher token = TOKEN.matcher(sql);
    int end = 0;
    while (token.find()) {
      String text = token.group().toUpperCase(Locale.ROOT);
      if (text.startsWith("--") || text.startsWith("/*")) {
        continue;
      }
      take(text, end);
      end = token.end();
    }
    endColumn(end);
  }

  private void take(String token, int before) {
    if (token.equals("(")) {
      parts.add(Part.OTHER);
    } else if (token.equals(")")) {
      endColumn(before);
      if (parts.size() > 1) {
        parts.remove(parts.size() - 1);
      }
    } else if (PIVOT.contains(token)) {
      set(Part.SOURCE);
    } else if (part() == Part.SOURCE && token.equals("ON")) {
      set(Part.COLUMN);
    } else if (part() == Part.COLUMN && token.equals("IN")) {
      set(Part.LISTED_COLUMN);
    } else if (part() != Part.SOURCE && ENDS.contains(token)) {
      endColumn(before);
      set(Part.OTHER);
    } else if (token.equals(",") && (part() == Part.COLUMN || part() == Part.LISTED_COLUMN)) {
      endColumn(before);
      set(Part.COLUMN);
    }
  }

  private Part part() {
    return parts.get(parts.size() - 1);
  }

  private void set(Part part) {
    parts.set(parts.size() - 1, part);
  }

  private void endColumn(int before) {
    if (part() == Part.COLUMN) {
      places.add(before);
    }
  }
}
