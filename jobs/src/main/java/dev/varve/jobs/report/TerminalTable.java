package dev.varve.jobs.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Columns side by side under their names, numbers to the right, figures as people read them. */
final class TerminalTable implements Document {
  private static final int WIDEST = 48;

  private final PrintStream out;

  TerminalTable(PrintStream out) {
    this.out = out;
  }

  @Override
  public void begin(List<String> names) {}

  @Override
  public void add(Answer answer) {
    if (!answer.name().isEmpty()) {
      out.println("== " + answer.name() + " ==");
    }
    answer.heading().forEach(line -> out.println("   " + line));
    List<Answer.Column> columns = answer.columns();
    List<String[]> lines = new ArrayList<>();
    lines.add(columns.stream().map(Answer.Column::name).toArray(String[]::new));
    for (List<@Nullable Object> row : answer.rows()) {
      String[] line = new String[columns.size()];
      for (int at = 0; at < line.length; at++) {
        line[at] = cut(answer.figure(columns.get(at), row).readable(row.get(at)));
      }
      lines.add(line);
    }
    int[] widths = widths(lines);
    for (int index = 0; index < lines.size(); index++) {
      out.println(line(lines.get(index), widths, columns));
      if (index == 0) {
        out.println(rule(widths));
      }
    }
    if (lines.size() == 1) {
      out.println("(no rows)");
    }
    out.println();
    out.flush();
  }

  @Override
  public void end() {}

  private static int[] widths(List<String[]> lines) {
    int[] widths = new int[lines.get(0).length];
    for (String[] line : lines) {
      for (int at = 0; at < widths.length; at++) {
        widths[at] = Math.max(widths[at], line[at].length());
      }
    }
    return widths;
  }

  private static String line(String[] cells, int[] widths, List<Answer.Column> columns) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < cells.length; at++) {
      String gap = " ".repeat(widths[at] - cells[at].length());
      boolean right = columns.get(at).figure().isQuantity();
      text.append(right ? gap + cells[at] : cells[at] + gap).append("  ");
    }
    return text.toString().stripTrailing();
  }

  private static String rule(int[] widths) {
    StringBuilder text = new StringBuilder();
    for (int width : widths) {
      text.append("-".repeat(width)).append("  ");
    }
    return text.toString().stripTrailing();
  }

  /** Shortens long texts in the middle, because digests and paths differ at their ends. */
  private static String cut(String text) {
    if (text.length() <= WIDEST) {
      return text;
    }
    int half = (WIDEST - 3) / 2;
    return text.substring(0, half) + "..." + text.substring(text.length() - half);
  }
}
