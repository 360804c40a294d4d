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
  /** Number of rows printed, so that the comment has at most 15 lines. */
  private static final int MOST_ROWS = 9;

  /** Number of columns printed of an answer whose columns have no ranks. */
  private static final int MOST_COLUMNS = 9;

  private static final List<Answer.Column> OVERVIEW =
      List.of(
          new Answer.Column("report", ColumnUnit.TEXT, null),
          new Answer.Column("first_row", ColumnUnit.TEXT, null),
          new Answer.Column("rows", ColumnUnit.COUNT, null));

  private final PrintStream out;
  private final TableStyle style;
  private final List<List<String>> answers = new ArrayList<>();
  private boolean several;
  private long empty;
  private @Nullable String verdict;

  Markdown(PrintStream out, TableStyle style) {
    this.out = out;
    this.style = style;
  }

  @Override
  public void begin(List<String> names) {
    several = names.size() > 1;
  }

  @Override
  public void verdict(Answer outcome) {
    verdict = outcome.heading().get(1);
  }

  @Override
  public void add(Answer all) {
    Answer answer = style.chosen(all);
    List<Integer> shown = shown(answer);
    List<List<String>> rows = new ArrayList<>();
    String first = "";
    long count = 0;
    for (List<@Nullable Object> row : answer.rows()) {
      first = count == 0 ? first(answer, row) : first;
      if (count++ < MOST_ROWS) {
        rows.add(shown.stream().map(place -> cell(answer, place, row)).toList());
      }
    }
    String name = answer.name().isEmpty() ? "query" : answer.name();
    if (!several) {
      String of = count == 1 ? "" : ", first of %,d rows".formatted(count);
      String sentence = count == 0 ? name + ": no rows" : name + of + ": " + first;
      line("**" + (verdict == null ? sentence : MarkdownText.prose(verdict)) + ".**");
      table(shown.stream().map(answer.columns()::get).toList(), rows);
      last(answer.heading().stream().findFirst().orElse(""), count - rows.size(), "row");
    } else if (count > 0) {
      answers.add(List.of(name, first, ColumnUnit.COUNT.readable(count)));
    } else {
      empty++;
    }
  }

  @Override
  public void end() {
    if (several) {
      String all = Sizes.count(answers.size() + empty, "report");
      line("**%s, %,d without rows.**".formatted(all, empty));
      List<List<String>> rows = answers.subList(0, Math.min(MOST_ROWS, answers.size()));
      table(OVERVIEW, rows);
      last("", answers.size() - rows.size(), "report");
    }
    out.flush();
  }

  /** The places of the columns that are printed. */
  private List<Integer> shown(Answer answer) {
    List<Answer.Column> columns = answer.columns();
    List<Integer> all = IntStream.range(0, columns.size()).boxed().toList();
    if (style.isUncut()) {
      return all;
    }
    List<Integer> ranked =
        all.stream().filter(at -> columns.get(at).rank() < Answer.Column.LAST).toList();
    return ranked.isEmpty() ? all.subList(0, Math.min(MOST_COLUMNS, all.size())) : ranked;
  }

  /** The two most important texts and the two most important numbers of a row. */
  private String first(Answer answer, List<@Nullable Object> row) {
    List<String> texts = new ArrayList<>();
    List<String> figures = new ArrayList<>();
    List<Answer.Column> columns = answer.columns();
    IntStream.range(0, columns.size())
        .filter(at -> row.get(at) != null)
        .boxed()
        .sorted(Comparator.comparingInt(at -> columns.get(at).rank()))
        .forEach(
            at -> {
              boolean figure = columns.get(at).figure().isQuantity();
              String name = figure ? MarkdownText.name(columns.get(at).name()) + " " : "";
              (figure ? figures : texts).add(name + cell(answer, at, row));
            });
    List<String> most = new ArrayList<>(texts.subList(0, Math.min(2, texts.size())));
    most.addAll(figures.subList(0, Math.min(2, figures.size())));
    return String.join(", ", most);
  }

  private String cell(Answer answer, int place, List<@Nullable Object> row) {
    Object value = row.get(place);
    Answer.Column column = answer.columns().get(place);
    ColumnUnit figure = answer.figure(column, row).in(style);
    String text = figure.readable(value, answer.spread(column, row));
    if (value == null || (figure.isQuantity() && value instanceof Number)) {
      return text;
    }
    return MarkdownText.value(figure == ColumnUnit.DIGEST ? ColumnUnit.shortDigest(text) : text);
  }

  private void table(List<Answer.Column> columns, List<List<String>> rows) {
    if (!rows.isEmpty()) {
      line("");
      cells(columns.stream().map(column -> MarkdownText.name(column.name())).toList());
      cells(columns.stream().map(c -> c.figure().isQuantity() ? "--:" : "---").toList());
      rows.forEach(this::cells);
    }
  }

  /** Writes the last line: the question, and the number of rows that were left out. */
  private void last(String question, long more, String thing) {
    String command = style.command().isEmpty() ? "" : ": " + MarkdownText.code(style.command());
    String cut = more == 0 ? "" : "(%,d more %ss%s)".formatted(more, thing, command);
    String text = (MarkdownText.prose(question) + " " + cut).strip();
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
