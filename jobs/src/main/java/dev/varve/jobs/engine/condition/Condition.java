package dev.varve.jobs.engine.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Translates a condition that a user typed into SQL with the same result in every engine. Its
 * grammar:
 *
 * <pre>{@code
 * condition := term {OR term}        term := factor {AND factor}
 * factor    := NOT factor | "(" condition ")" | TRUE | FALSE | test
 * test      := column (= | <> | != | < | <= | > | >=) value
 *            | column [NOT] (LIKE | ILIKE) pattern      column IS [NOT] NULL
 *            | column [NOT] IN "(" value {"," value} ")"
 *            | column [NOT] BETWEEN value AND value
 * value     := 'text' | number | column | text without quotes, up to a blank
 * }</pre>
 *
 * <p>In a pattern, % stands for any characters and _ for one; a backslash makes the next character
 * literal. No typed text is copied into the SQL: columns are written by their known names, and
 * values as literals without special characters. So a condition cannot inject SQL.
 */
public final class Condition {
  /** Most tests of a condition: it bounds the length of the SQL. */
  private static final int MAX_TESTS = 1000;

  /** Most nested parentheses and NOTs: it bounds the recursion. */
  private static final int MAX_NESTING = 100;

  private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");

  private final ConditionWords words;
  private final Map<String, Kind> columns;
  private int tests;
  private int depth;

  private Condition(String text, Map<String, Kind> columns) {
    this.words = new ConditionWords(text);
    this.columns = columns;
  }

  /** Thrown when a condition names an unknown column. */
  public static final class UnknownColumnException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String column;

    UnknownColumnException(String column) {
      super("there is no column " + column);
      this.column = column;
    }

    /** The unknown name. */
    public String column() {
      return column;
    }
  }

  /**
   * The condition as SQL, in parentheses.
   *
   * @throws UnknownColumnException when it names a column that is not in {@code columns}
   * @throws IllegalArgumentException for any other fault, which its message names
   */
  public static String sql(String text, Map<String, Kind> columns) {
    Condition condition = new Condition(text, columns);
    String sql = condition.disjunction();
    String rest = condition.words.rest();
    if (!rest.isEmpty()) {
      throw new IllegalArgumentException("expected and, or, or the end before " + rest);
    }
    return sql;
  }

  private String disjunction() {
    List<String> terms = new ArrayList<>();
    do {
      List<String> factors = new ArrayList<>();
      do {
        factors.add(factor());
      } while (words.consumeIf("and"));
      terms.add(String.join(" AND ", factors));
    } while (words.consumeIf("or"));
    return "(" + String.join(" OR ", terms) + ")";
  }

  private String factor() {
    if (++depth > MAX_NESTING || ++tests > MAX_TESTS) {
      throw new IllegalArgumentException("the condition is too long or nested too deeply");
    }
    String sql = bareFactor();
    depth--;
    return sql;
  }

  private String bareFactor() {
    if (words.consumeIf("not")) {
      return "(NOT " + factor() + ")";
    }
    if (words.consumeIf("(")) {
      String inside = disjunction();
      words.require(")");
      return inside;
    }
    for (String constant : List.of("true", "false")) {
      if (words.consumeIf(constant)) {
        return constant;
      }
    }
    String column = words.name().toLowerCase(Locale.ROOT);
    Kind kind = columns.get(column);
    if (kind == null) {
      throw new UnknownColumnException(column);
    }
    return "(" + column + " " + test(column, kind) + ")";
  }

  private String test(String column, Kind kind) {
    if (words.consumeIf("is")) {
      String not = words.consumeIf("not") ? "NOT " : "";
      words.require("null");
      return "IS " + not + "NULL";
    }
    String comparison = words.symbol();
    if (COMPARISONS.contains(comparison)) {
      return (comparison.equals("!=") ? "<>" : comparison) + " " + value(kind);
    }
    String not = words.consumeIf("not") ? "NOT " : "";
    if (words.consumeIf("in")) {
      return not + "IN (" + list(kind) + ")";
    }
    if (words.consumeIf("between")) {
      String from = value(kind);
      words.require("and");
      return not + "BETWEEN " + from + " AND " + value(kind);
    }
    boolean anyCase = words.consumeIf("ilike");
    if (!anyCase && !words.consumeIf("like")) {
      throw new IllegalArgumentException(
          "expected a comparison behind %s: =, <>, <, <=, >, >=, like, in, between, is null"
              .formatted(column));
    }
    if (kind != Kind.TEXT) {
      throw new IllegalArgumentException(column + " is no text: it has no pattern");
    }
    String pattern = ConditionValues.pattern(words.value());
    // The caller writes the column before this text. The comparison needs it in lower case, so it
    // is written again behind a test that is always true for a match.
    return anyCase
        ? "IS NOT NULL AND lower(%s) %sLIKE lower(%s) ESCAPE '!'".formatted(column, not, pattern)
        : not + "LIKE " + pattern + " ESCAPE '!'";
  }

  private String list(Kind kind) {
    words.require("(");
    List<String> values = new ArrayList<>();
    do {
      values.add(value(kind));
    } while (words.consumeIf(","));
    words.require(")");
    return String.join(", ", values);
  }

  private String value(Kind kind) {
    boolean quoted = words.isQuoted();
    String text = words.value();
    @Nullable Kind other = quoted ? null : columns.get(text.toLowerCase(Locale.ROOT));
    if (other == null) {
      return ConditionValues.literal(text, kind);
    }
    if (other != kind) {
      throw new IllegalArgumentException(
          "%s is no %s".formatted(text, kind.name().toLowerCase(Locale.ROOT)));
    }
    return text.toLowerCase(Locale.ROOT);
  }
}
