package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.report.TableStyle;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Access to the values of an answer's rows by column name, as numbers and as text. */
record AnswerRows(Answer answer) {
  Answer.Column column(String name) {
    int at = answer.indexOf(name);
    if (at < 0) {
      throw new IllegalArgumentException(
          "a chart of %s names a column that is not there: %s".formatted(answer.name(), name));
    }
    return answer.columns().get(at);
  }

  ColumnUnit unit(String column, List<@Nullable Object> row) {
    return answer.unitOf(column(column), row);
  }

  @Nullable Object raw(String column, List<@Nullable Object> row) {
    return row.get(answer.indexOf(column));
  }

  /** The value as a number; NaN if it is no number. */
  double number(String column, List<@Nullable Object> row) {
    return raw(column, row) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** The value as printed in tables. */
  String printed(String column, List<@Nullable Object> row) {
    Answer.Column header = column(column);
    String text = answer.readable(answer.indexOf(column), row, TableStyle.PLAIN);
    return header.unit() == ColumnUnit.DIGEST ? ColumnUnit.shortDigest(text) : text;
  }

  /**
   * The values of some columns in one text, separated by commas; several columns leave out their
   * nulls.
   */
  String joined(List<String> columns, List<@Nullable Object> row) {
    return columns.stream()
        .filter(column -> columns.size() == 1 || raw(column, row) != null)
        .map(column -> columns.size() == 1 ? printed(column, row) : named(column, row))
        .collect(Collectors.joining(", "));
  }

  /**
   * The value with enough words to stand alone: a number is preceded by its column's name. A null
   * is empty.
   */
  String named(String column, List<@Nullable Object> row) {
    if (raw(column, row) == null) {
      return "";
    }
    boolean number = PrintedText.exact(raw(column, row)).matches("[-0-9.]+");
    return number ? Chart.asWords(column) + " " + printed(column, row) : printed(column, row);
  }
}
