package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.answer.report.TextWidth;
import java.util.ArrayList;
import java.util.List;

/** Headline as printed lines no wider than a screen. */
final class HeadlineText {
  /** Widest line, in columns. */
  private static final int WIDEST = 100;

  /** Width of the words before a bar, in columns. */
  private static final int TEXT = 52;

  /** Width of the bytes before a bar, in columns, right-aligned. */
  private static final int BYTES = 10;

  private static final String INDENT = "  ";

  private HeadlineText() {}

  static List<String> lines(List<HeadlineSection> sections, TableStyle style) {
    int width = Math.min(style.width(), WIDEST) - INDENT.length();
    List<String> lines = new ArrayList<>();
    for (HeadlineSection section : sections) {
      lines.add(style.heading(section.title()));
      section.before().forEach(text -> sentence(text, width, lines));
      double most = section.bars().stream().mapToDouble(HeadlineSection.Bar::bytes).max().orElse(0);
      section.bars().forEach(bar -> lines.add(INDENT + bar(bar, most, width)));
      section.after().forEach(text -> sentence(text, width, lines));
    }
    return lines;
  }

  private static void sentence(String text, int width, List<String> lines) {
    TextWidth.lines(text, width).forEach(line -> lines.add(INDENT + line));
  }

  /** Line of words, bytes and a bar of hash signs, at least one long if there are any bytes. */
  private static String bar(HeadlineSection.Bar bar, double most, int width) {
    int capacity = Math.max(0, width - TEXT - BYTES - 3);
    int length = bar.bytes() > 0 ? (int) Math.max(1, Math.round(capacity * bar.bytes() / most)) : 0;
    return (TextWidth.left(TextWidth.cut(bar.text(), TEXT), TEXT)
            + " "
            + TextWidth.right(HeadlineFormat.bytes(bar.bytes()), BYTES)
            + "  "
            + "#".repeat(Math.min(capacity, length)))
        .stripTrailing();
  }
}
