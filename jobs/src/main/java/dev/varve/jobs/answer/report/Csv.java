package dev.varve.jobs.answer.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * CSV as of RFC 4180, with a header line; a null is an empty field. The question is left out, so
 * that programs can read the file. Among several answers, a line {@code # name} precedes each.
 */
final class Csv implements Document {
  private final PrintStream out;
  private final TableStyle style;
  private boolean several;

  Csv(PrintStream out, TableStyle style) {
    this.out = out;
    this.style = style;
  }

  @Override
  public void begin(List<String> names) {
    several = names.size() > 1;
  }

  @Override
  public void add(Answer all) {
    Answer answer = style.chosen(all);
    if (several) {
      out.println("# " + answer.name());
    }
    out.println(
        answer.columns().stream().map(Answer.Column::name).collect(Collectors.joining(",")));
    for (List<@Nullable Object> row : answer.rows()) {
      List<String> cells = new ArrayList<>();
      for (Object value : row) {
        String text = PrintedText.exact(value);
        boolean plain = style.has(TableStyle.Trait.PLAIN_TEXT);
        cells.add(value == null ? "" : quoted(plain ? PrintedText.visible(text) : text));
      }
      out.println(String.join(",", cells));
    }
    out.flush();
  }

  @Override
  public void end() {}

  private static String quoted(String text) {
    boolean plain =
        !text.isEmpty()
            && text.chars()
                .noneMatch(next -> next == '"' || next == ',' || next == '\n' || next == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
