package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.HeadlineData.Row;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.report.Sizes;
import dev.varve.jobs.answer.report.TextWidth;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Texts for the sentences of a headline: bytes, percentages, comparisons, names. */
final class HeadlineFormat {
  /** Width to which a name is cut, in columns. */
  private static final int LONGEST_NAME = 36;

  private HeadlineFormat() {}

  static String bytes(double bytes) {
    return Sizes.bytes(Math.round(bytes));
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /**
   * Counts of the rejected things of a kind, by reason, from report coverage: {@code 2 layers
   * ABSENT, 1 layer CORRUPT}.
   */
  static String rejected(List<Row> coverage, String thing, String word) {
    return coverage.stream()
        .filter(row -> row.text("state").equals("rejected") && row.text("thing").equals(thing))
        .map(row -> row.in("{count " + word + "} {reason}"))
        .collect(Collectors.joining(", "));
  }

  /** Compares an amount with the one stored now: {@code 12.0 % less than now}. */
  static String against(double bytes, double now) {
    double change = bytes / now - 1;
    return change > 0
        ? percent(change) + " MORE than now"
        : percent(Math.abs(change)) + " less than now";
  }

  /** A name from the inputs, cut to {@link #LONGEST_NAME} columns. */
  static String name(String name) {
    return TextWidth.cut(PrintedText.visible(name), LONGEST_NAME);
  }
}
