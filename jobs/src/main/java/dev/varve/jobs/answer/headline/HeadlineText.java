package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.answer.report.TextWidth;
import java.util.ArrayList;
import java.util.List;

/** Prints the headline for a terminal, in lines no wider than its screen. */
final class HeadlineText {
  /** Widest line, in columns. */
  private static final int MAX_LINE_WIDTH = 100;

  /** Width of the words before a bar, in columns. */
  private static final int TEXT_WIDTH = 52;

  /** Width of the bytes before a bar, in columns, right-aligned. */
  private static final int BYTES_WIDTH = 10;

  /** Blanks between text, bytes and bar. */
  private static final int BLANKS = 3;

  private static final String INDENT = "  ";

  private HeadlineText() {}

  static List<String> lines(List<HeadlineSection> sections, TableStyle style) {
    int width = Math.min(style.width(), MAX_LINE_WIDTH) - INDENT.length();
    List<String> lines = new ArrayList<>();
    for (HeadlineSection section : sections) {
      lines.add(style.heading(section.title()));
      section.sentencesAbove().forEach(text -> addSentence(text, width, lines));
      double largestBytes =
          section.bars().stream().mapToDouble(HeadlineSection.Bar::bytes).max().orElse(0);
      section.bars().forEach(bar -> lines.add(INDENT + bar(bar, largestBytes, width)));
      section.sentencesBelow().forEach(text -> addSentence(text, width, lines));
    }
    return lines;
  }

  private static void addSentence(String text, int width, List<String> lines) {
    TextWidth.lines(text, width).forEach(line -> lines.add(INDENT + line));
  }

  /** Line of words, bytes and a bar of hash signs, at least one long if there are any bytes. */
  private static String bar(HeadlineSection.Bar bar, double largestBytes, int width) {
    int maxLength = Math.max(0, width - TEXT_WIDTH - BYTES_WIDTH - BLANKS);
    int length =
        bar.bytes() > 0 ? (int) Math.max(1, Math.round(maxLength * bar.bytes() / largestBytes)) : 0;
    return (TextWidth.left(TextWidth.cut(bar.text(), TEXT_WIDTH), TEXT_WIDTH)
            + " "
            + TextWidth.right(HeadlineFormat.bytes(bar.bytes()), BYTES_WIDTH)
            + "  "
            + "#".repeat(Math.min(maxLength, length)))
        .stripTrailing();
  }
}
