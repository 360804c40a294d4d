package dev.varve.jobs.answer.explain;

import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.report.Sizes;
import dev.varve.jobs.answer.report.TextWidth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Explanation as printed lines no wider than a screen: a title, then lines of a label and a text.
 */
final class ExplainedText {
  /** Number of names that a line shows; further names are only counted. */
  static final int MAX_NAMES = 10;

  /** Widest line, in columns: longer lines are hard to read on a wide screen. */
  private static final int MAX_LINE_WIDTH = 100;

  /** Width of the labels, in columns, with their indent. */
  private static final int LABEL_WIDTH = 14;

  /** Width to which a name is cut, in columns. */
  private static final int MAX_NAME_WIDTH = 60;

  /** Columns that the breaks between words may cost. */
  private static final int LOST_AT_BREAKS = 10;

  private record Line(String label, String text) {}

  private final String title;
  private final List<Line> lines = new ArrayList<>();

  ExplainedText(String title) {
    this.title = title;
  }

  /** Adds a text under a label; with an empty label it continues the text above. */
  ExplainedText add(String label, String text) {
    lines.add(new Line(label, text));
    return this;
  }

  List<String> lines(int screenWidth) {
    int width = Math.max(LABEL_WIDTH, Math.min(screenWidth, MAX_LINE_WIDTH) - LABEL_WIDTH);
    List<String> printed = new ArrayList<>();
    printed.add(PrintedText.visible(title));
    for (Line line : lines) {
      String label = line.label();
      for (String part : TextWidth.lines(PrintedText.visible(line.text()), width)) {
        printed.add(TextWidth.left("  " + label, LABEL_WIDTH) + part);
        label = "";
      }
    }
    return printed;
  }

  /**
   * Sentence on the stored bytes of a thing.
   *
   * @param bytesName name of the fact with the stored bytes, which is null for rows of earlier
   *     versions
   * @param unknownName name of the fact with the number of entries whose stored bytes are unknown
   */
  static String storedBytes(Facts facts, String bytesName, String unknownName) {
    if (!facts.has(bytesName)) {
      return "as many bytes of blobs as an earlier version did not record";
    }
    String rest =
        facts.count(unknownName) == 0 ? "" : ", without {%2$s entry/entries} of unknown size";
    return facts.filledIn(("{%1$s} of blobs" + rest).formatted(bytesName, unknownName));
  }

  /** The first names, at most {@link #MAX_NAMES}, and the number of further ones. */
  static String firstNames(Collection<String> names) {
    String first =
        names.stream()
            .limit(MAX_NAMES)
            .map(ExplainedText::cutName)
            .collect(Collectors.joining(", "));
    return names.size() > MAX_NAMES
        ? first + String.format(Locale.ROOT, " and %,d more", names.size() - MAX_NAMES)
        : first;
  }

  /** Words for the ingest that first read a thing. */
  static String firstIngest(Facts facts) {
    return facts.has("first_seen_at")
        ? "the ingest that began at " + facts.text("first_seen_at")
        : "not known, as an earlier version read it";
  }

  /** A text cut to one line. */
  static String cutLine(String text) {
    return cutLine("", text);
  }

  /** A prefix, followed by a text that is cut to the rest of the line. */
  static String cutLine(String prefix, String text) {
    String oneLine = PrintedText.visible(text.strip().replaceAll("\\s+", " "));
    return prefix + TextWidth.cut(oneLine, MAX_LINE_WIDTH - LABEL_WIDTH - prefix.length());
  }

  /** A build step cut to two lines. */
  static String buildStep(String text) {
    return TextWidth.cut(
        PrintedText.visible(text.strip().replaceAll("\\s+", " ")),
        2 * (MAX_LINE_WIDTH - LABEL_WIDTH) - LOST_AT_BREAKS);
  }

  /** Operating system and architecture. */
  static String platform(Facts image) {
    return (image.has("os") ? image.text("os") : "unknown system")
        + "/"
        + (image.has("architecture") ? image.text("architecture") : "unknown architecture");
  }

  /** Number of images and the first of them, from a row each. */
  static String images(List<Facts> images) {
    if (images.isEmpty()) {
      return "no image lists it";
    }
    List<String> named =
        images.stream()
            .limit(MAX_NAMES / 2)
            .map(image -> image.filledIn("{digest ..} ") + platform(image))
            .toList();
    int more = images.size() - named.size();
    return Sizes.count(images.size(), "image")
        + ": "
        + String.join(", ", named)
        + (more == 0 ? "" : String.format(Locale.ROOT, " and %,d more", more));
  }

  /** A name from the inputs, cut to {@link #MAX_NAME_WIDTH} columns. */
  static String cutName(String name) {
    return TextWidth.cut(name, MAX_NAME_WIDTH);
  }
}
