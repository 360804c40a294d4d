package dev.varve.jobs.engine.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rewrites a {@code PIVOT} whose columns come from the data, so that its values are listed. DuckDB
 * splits the original into two statements and cannot serialize their parts for {@link
 * ReadOnlySelect} to check; it can serialize all parts of the rewritten one.
 *
 * <p>The rewriting inserts only {@code IN (0)}, which opens neither a string nor a comment. So the
 * rewritten statement has the same parts as the original, and contains a forbidden part exactly if
 * the original does.
 */
final class PivotValues {
  private static final String VALUE_LIST = " IN (0)";

  /** A token of SQL: a string, a quoted name, a comment, a word, or any other single character. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\\n]*|/\\*.*?\\*/|\\w+|\\S", Pattern.DOTALL);

  private static final Set<String> PIVOT = Set.of("PIVOT", "PIVOT_WIDER");
  private static final Set<String> CLAUSES_AFTER =
      Set.of("USING", "GROUP", "ORDER", "LIMIT", "OFFSET", "UNION", "EXCEPT", "INTERSECT", ";");

  private final String sql;
  private final List<Integer> insertAt = new ArrayList<>();

  /**
   * The part of a pivot that is being read, for each open parenthesis; the last entry is the
   * innermost.
   */
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

  /** The statement with {@code IN (0)} after every pivot column that lists no values. */
  static String listed(String sql) {
    PivotValues values = new PivotValues(sql);
    values.read();
    StringBuilder listed = new StringBuilder(sql);
    for (int at = values.insertAt.size() - 1; at >= 0; at--) {
      listed.insert(values.insertAt.get(at), VALUE_LIST);
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
      process(text, end);
      end = token.end();
    }
    endColumn(end);
  }

  private void process(String token, int previousEnd) {
    if (token.equals("(")) {
      parts.add(Part.OTHER);
    } else if (token.equals(")")) {
      endColumn(previousEnd);
      if (parts.size() > 1) {
        parts.remove(parts.size() - 1);
      }
    } else if (PIVOT.contains(token)) {
      set(Part.SOURCE);
    } else if (part() == Part.SOURCE && token.equals("ON")) {
      set(Part.COLUMN);
    } else if (part() == Part.COLUMN && token.equals("IN")) {
      set(Part.LISTED_COLUMN);
    } else if (part() != Part.SOURCE && CLAUSES_AFTER.contains(token)) {
      endColumn(previousEnd);
      set(Part.OTHER);
    } else if (token.equals(",") && (part() == Part.COLUMN || part() == Part.LISTED_COLUMN)) {
      endColumn(previousEnd);
      set(Part.COLUMN);
    }
  }

  private Part part() {
    return parts.get(parts.size() - 1);
  }

  private void set(Part part) {
    parts.set(parts.size() - 1, part);
  }

  private void endColumn(int previousEnd) {
    if (part() == Part.COLUMN) {
      insertAt.add(previousEnd);
    }
  }
}
