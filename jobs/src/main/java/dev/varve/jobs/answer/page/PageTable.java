package dev.varve.jobs.answer.page;

import dev.varve.jobs.answer.plot.Markup;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.answer.report.TextWidth;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * HTML table of an answer. Numbers are rounded for people; attribute {@code data-v} has the exact
 * value, by which a script sorts. Less important columns are hidden until a checkbox is ticked,
 * which takes no script.
 */
final class PageTable {
  /** Width to which a text is cut, in columns; its tooltip has the rest. */
  private static final int MAX_TEXT_WIDTH = 100;

  /** Width to which a tooltip is cut, in columns. */
  private static final int MAX_TOOLTIP_WIDTH = 1000;

  /** Class of the cells of less important columns in the style sheet. */
  private static final String HIDDEN_CLASS = "x";

  private final Answer answer;
  private final List<List<@Nullable Object>> rows;
  private final TableStyle style;
  private final Set<Integer> hidden;

  /**
   * A table.
   *
   * @param rows rows to show, at least one
   */
  PageTable(Answer answer, List<List<@Nullable Object>> rows, TableStyle style) {
    this.answer = answer;
    this.rows = rows;
    this.style = style;
    boolean all = style.has(TableStyle.Trait.WIDE) || !style.columns().isEmpty();
    this.hidden = all ? Set.of() : hidden(answer, rows);
  }

  /**
   * Indexes of the less important columns: columns without a rank, if others have one, and columns
   * without values.
   */
  private static Set<Integer> hidden(Answer answer, List<List<@Nullable Object>> rows) {
    List<Answer.Column> columns = answer.columns();
    boolean ranked = columns.stream().anyMatch(column -> column.isRanked());
    Set<Integer> hidden = new HashSet<>();
    for (int at = 0; at < columns.size(); at++) {
      int index = at;
      boolean unranked = ranked && !columns.get(at).isRanked();
      if (unranked || rows.stream().allMatch(row -> row.get(index) == null)) {
        hidden.add(at);
      }
    }
    return hidden.size() == columns.size() ? Set.of() : hidden;
  }

  /** Makes the HTML of the table, with the checkbox that shows all columns. */
  Markup markup() {
    Markup out = new Markup();
    out.open("div", "class", "grid");
    if (!hidden.isEmpty()) {
      out.open("label", "class", "more")
          .empty("input", "type", "checkbox")
          .text(" all " + answer.columns().size() + " columns")
          .close();
    }
    out.open("div", "class", "scroll", "tabindex", "0", "role", "region")
        .open("table")
        .element("caption", "Rows of " + answer.name())
        .open("thead")
        .open("tr");
    for (int at = 0; at < answer.columns().size(); at++) {
      Answer.Column column = answer.columns().get(at);
      out.element("th", column.name(), attributes(column.unit(), at, "scope", "col"));
    }
    out.close().close().open("tbody").line();
    for (List<@Nullable Object> row : rows) {
      out.open("tr");
      for (int at = 0; at < row.size(); at++) {
        cell(row, at, out);
      }
      out.close().line();
    }
    return out.close().close().close().close();
  }

  private void cell(List<@Nullable Object> row, int at, Markup out) {
    Answer.Column column = answer.columns().get(at);
    ColumnUnit unit = answer.unitOf(column, row).in(style);
    Object value = row.get(at);
    String text = answer.readable(at, row, style);
    if (unit == ColumnUnit.DIGEST) {
      String digest = ColumnUnit.shortDigest(text);
      out.element("td", digest, attributes(unit, at, "title", text));
    } else if (unit.isQuantity()) {
      boolean plain = value == null || text.equals(PrintedText.exact(value));
      String[] exact = plain ? new String[0] : new String[] {"data-v", PrintedText.exact(value)};
      out.element("td", text, attributes(unit, at, exact));
    } else {
      String cut = TextWidth.cut(text, MAX_TEXT_WIDTH);
      String[] tooltip = cut.equals(text) ? new String[0] : new String[] {"title", beginning(text)};
      out.element("td", cut, attributes(unit, at, tooltip));
    }
  }

  /** Text of a tooltip, cut because archives may contain names of any length. */
  private static String beginning(String text) {
    return TextWidth.cut(text, MAX_TOOLTIP_WIDTH);
  }

  /** Attributes of a cell: the class of its column, then name and value of each further one. */
  private String[] attributes(ColumnUnit unit, int column, String... more) {
    String kind = unit.isQuantity() ? "n" : unit == ColumnUnit.DIGEST ? "d" : "";
    String classes = (kind + " " + (hidden.contains(column) ? HIDDEN_CLASS : "")).strip();
    if (classes.isEmpty()) {
      return more;
    }
    String[] all = new String[more.length + 2];
    all[0] = "class";
    all[1] = classes;
    System.arraycopy(more, 0, all, 2, more.length);
    return all;
  }
}
