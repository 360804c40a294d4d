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
  private static final int MAX_NAME_WIDTH = 36;

  private HeadlineFormat() {}

  static String bytes(double bytes) {
    return Sizes.bytes(Math.round(bytes));
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /**
   * Counts of the rejected blobs of a kind, by reason, from report coverage: {@code 2 layers
   * ABSENT, 1 layer CORRUPT}.
   */
  static String rejectedCounts(List<Row> coverage, String kind, String noun) {
    return coverage.stream()
        .filter(row -> row.text("state").equals("rejected") && row.text("thing").equals(kind))
        .map(row -> row.filledIn("{count " + noun + "} {reason}"))
        .collect(Collectors.joining(", "));
  }

  /** Compares an amount with the one stored now: {@code 12.0 % less than now}. */
  static String comparedWithNow(double bytes, double storedNow) {
    double change = bytes / storedNow - 1;
    return change > 0
        ? percent(change) + " MORE than now"
        : percent(Math.abs(change)) + " less than now";
  }

  /** A name from the inputs, cut to {@link #MAX_NAME_WIDTH} columns. */
  static String name(String name) {
    return TextWidth.cut(PrintedText.visible(name), MAX_NAME_WIDTH);
  }
}
