package dev.varve.jobs.answer.report;

import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Values alone: a line for each row, with a tab between columns, unquoted and without a header. A
 * column of commands is thus a script.
 */
final class Lines implements Document {
  private final PrintStream out;
  private final TableStyle style;

  Lines(PrintStream out, TableStyle style) {
    this.out = out;
    this.style = style;
  }

  @Override
  public void begin(List<String> names) {}

  @Override
  public void add(Answer all) {
    boolean plain = style.has(TableStyle.Trait.PLAIN_TEXT);
    for (List<@Nullable Object> row : style.chosen(all).rows()) {
      out.println(
          row.stream()
              .map(PrintedText::exact)
              .map(text -> plain ? PrintedText.visible(text) : text)
              .collect(Collectors.joining("\t")));
    }
    out.flush();
  }

  @Override
  public void end() {}
}
