package dev.varve.jobs.answer.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Document of at most 15 lines in GitHub-flavoured Markdown, for a comment on a pull request: a
 * verdict in bold, then a table of the most important columns. Several answers are one table, with
 * a row for each.
 *
 * @see <a href="https://github.github.com/gfm/">GitHub Flavored Markdown Spec</a>
 */
final class Markdown implements Document {
  /** Most rows printed: the comment then has at most 15 lines. */
  private static final int MAX_ROWS = 9;

  /** Number of columns printed of an answer whose columns have no ranks. */
  private static final int MAX_COLUMNS = 9;

  private static final List<Answer.Column> OVERVIEW =
      List.of(
          new Answer.Column("report", ColumnUnit.TEXT, null),
          new Answer.Column("first_row", ColumnUnit.TEXT, null),
          new Answer.Column("rows", ColumnUnit.COUNT, null));

  private static final List<Answer.Column> GATES =
      List.of(
          new Answer.Column("report", ColumnUnit.TEXT, null),
          new Answer.Column("verdict", ColumnUnit.TEXT, null),
          new Answer.Column("first_row_that_fails", ColumnUnit.TEXT, null));

  private final PrintStream out;
  private final TableStyle style;
  private final List<List<String>> overviewRows = new ArrayList<>();

  /** Names of the gates that fail, and number of those with a verdict. */
  private final List<String> failing = new ArrayList<>();

  private long verdicts;

  /** Whether there are several answers: each is then one row of one table. */
  private boolean isOverview;

  private long answersWithoutRows;
  private @Nullable String verdict;

  Markdown(PrintStream out, TableStyle style) {
    this.out = out;
    this.style = style;
  }

  @Override
  public void begin(List<String> names) {
    isOverview = names.size() > 1;
  }

  @Override
  public void verdict(Answer outcome) {
    verdict = outcome.heading().get(1);
    verdicts++;
  }

  @Override
  public void add(Answer answer) {
    List<Integer> all = IntStream.range(0, answer.columns().size()).boxed().toList();
    List<Integer> printed = printedColumns(answer, all);
    List<List<String>> rows = new ArrayList<>();
    String first = "";
    long count = 0;
    for (List<@Nullable Object> row : answer.rows()) {
      first = count == 0 ? summary(answer, style.columns().isEmpty() ? all : printed, row) : first;
      if (count++ < MAX_ROWS) {
        rows.add(printed.stream().map(index -> cell(answer, index, row)).toList());
      }
    }
    String name = answer.name().isEmpty() ? "query" : answer.name();
    if (!isOverview) {
      String rowCount = count == 1 ? "" : ", first of %,d rows".formatted(count);
      String sentence = count == 0 ? name + ": no rows" : name + rowCount + ": " + first;
      line("**" + (verdict == null ? sentence : MarkdownText.escaped(verdict)) + ".**");
      table(printed.stream().map(answer.columns()::get).toList(), rows);
      footer(answer.heading().stream().findFirst().orElse(""), count - rows.size(), "row");
    } else if (verdict != null) {
      overviewRows.add(List.of(name, MarkdownText.escaped(verdict), first));
      if (count > 0) {
        failing.add(name);
      }
      verdict = null;
    } else if (count > 0) {
      overviewRows.add(List.of(name, first, ColumnUnit.COUNT.readable(count)));
    } else {
      answersWithoutRows++;
    }
  }

  @Override
  public void end() {
    if (isOverview && verdicts > 0) {
      String gates = Sizes.count(verdicts, "gate");
      line(
          failing.isEmpty()
              ? "**Passed: all of %s.**".formatted(gates)
              : "**Failed: %,d of %s: %s.**"
                  .formatted(failing.size(), gates, String.join(", ", failing)));
      table(GATES, overviewRows.subList(0, Math.min(MAX_ROWS, overviewRows.size())));
    } else if (isOverview) {
      String all = Sizes.count(overviewRows.size() + answersWithoutRows, "report");
      line("**%s, %,d without rows.**".formatted(all, answersWithoutRows));
      List<List<String>> rows = overviewRows.subList(0, Math.min(MAX_ROWS, overviewRows.size()));
      table(OVERVIEW, rows);
      footer("", overviewRows.size() - rows.size(), "report");
    }
    out.flush();
  }

  /** Indexes of the columns that are printed. */
  private List<Integer> printedColumns(Answer answer, List<Integer> all) {
    List<Answer.Column> columns = answer.columns();
    if (!style.columns().isEmpty()) {
      return style.columns().stream().map(answer::indexOf).toList();
    }
    if (style.isUncut()) {
      return all;
    }
    List<Integer> ranked = all.stream().filter(at -> columns.get(at).isRanked()).toList();
    return ranked.isEmpty() ? all.subList(0, Math.min(MAX_COLUMNS, all.size())) : ranked;
  }

  /**
   * The most important texts and the two most important numbers of a row. All texts before the
   * first number name the row, such as its image and its line of a build; without any, it is two
   * texts.
   */
  private String summary(Answer answer, List<Integer> from, List<@Nullable Object> row) {
    List<String> texts = new ArrayList<>();
    List<String> numbers = new ArrayList<>();
    List<Answer.Column> columns = answer.columns();
    from.stream()
        .filter(at -> row.get(at) != null && !answer.isOfPrintedCurrency(at))
        .sorted(Comparator.comparingInt(at -> columns.get(at).rank()))
        .forEach(
            at -> {
              boolean isNumber = columns.get(at).unit().isQuantity();
              String name = isNumber ? MarkdownText.columnName(columns.get(at).name()) + " " : "";
              (isNumber ? numbers : texts).add(name + cell(answer, at, row));
            });
    int naming =
        (int)
            from.stream()
                .filter(at -> row.get(at) != null && !columns.get(at).unit().isQuantity())
                .filter(at -> columns.get(at).rank() < answer.firstFigureRank())
                .count();
    List<String> summary =
        new ArrayList<>(texts.subList(0, Math.min(Math.max(naming, 2), texts.size())));
    summary.addAll(numbers.subList(0, Math.min(2, numbers.size())));
    return String.join(", ", summary);
  }

  private String cell(Answer answer, int index, List<@Nullable Object> row) {
    Object value = row.get(index);
    Answer.Column column = answer.columns().get(index);
    ColumnUnit unit = answer.unitOf(column, row).in(style);
    String text = answer.readable(index, row, style);
    if (value == null || (unit.isQuantity() && value instanceof Number)) {
      return text;
    }
    return MarkdownText.inputValue(unit == ColumnUnit.DIGEST ? ColumnUnit.shortDigest(text) : text);
  }

  private void table(List<Answer.Column> columns, List<List<String>> rows) {
    if (!rows.isEmpty()) {
      line("");
      cells(columns.stream().map(column -> MarkdownText.columnName(column.name())).toList());
      cells(columns.stream().map(c -> c.unit().isQuantity() ? "--:" : "---").toList());
      rows.forEach(this::cells);
    }
  }

  /** Writes the last line: the question, and the number of rows that were left out. */
  private void footer(String question, long omittedRows, String noun) {
    String command = style.command().isEmpty() ? "" : ": " + MarkdownText.code(style.command());
    String cut = omittedRows == 0 ? "" : "(%,d more %ss%s)".formatted(omittedRows, noun, command);
    String text = (MarkdownText.escaped(question) + " " + cut).strip();
    if (!text.isEmpty()) {
      line("");
      line(text);
    }
  }

  private void cells(List<String> cells) {
    line(cells.stream().map(MarkdownText::inCell).collect(Collectors.joining(" | ", "| ", " |")));
  }

  private void line(String text) {
    out.print(text + "\n");
  }
}
