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
  static final int SHOWN = 10;

  /** Widest line, in columns: longer lines are hard to read on a wide screen. */
  private static final int WIDEST = 100;

  /** Width of the labels, in columns, with their indent. */
  private static final int LABEL = 14;

  /** Width to which a name is cut, in columns. */
  private static final int LONGEST_NAME = 60;

  private record Line(String label, String text) {}

  private final String title;
  private final List<Line> said = new ArrayList<>();

  ExplainedText(String title) {
    this.title = title;
  }

  /** Adds a text under a label; with an empty label it continues the text above. */
  ExplainedText say(String label, String text) {
    said.add(new Line(label, text));
    return this;
  }

  List<String> lines(int screen) {
    int width = Math.max(LABEL, Math.min(screen, WIDEST) - LABEL);
    List<String> lines = new ArrayList<>();
    lines.add(PrintedText.visible(title));
    for (Line line : said) {
      String label = line.label();
      for (String part : TextWidth.lines(PrintedText.visible(line.text()), width)) {
        lines.add(TextWidth.left("  " + label, LABEL) + part);
        label = "";
      }
    }
    return lines;
  }

  /**
   * Sentence on the stored bytes of a thing.
   *
   * @param bytes name of the fact with the stored bytes, which is null for rows of earlier versions
   * @param unknown name of the fact with the number of entries whose stored bytes are unknown
   */
  static String stored(Facts facts, String bytes, String unknown) {
    if (!facts.has(bytes)) {
      return "as many bytes of blobs as an earlier version did not record";
    }
    String rest = facts.count(unknown) == 0 ? "" : ", without {%2$s entry/entries} of unknown size";
    return facts.in(("{%1$s} of blobs" + rest).formatted(bytes, unknown));
  }

  /** The first names, at most {@link #SHOWN}, and the number of further ones. */
  static String some(Collection<String> names) {
    String first =
        names.stream().limit(SHOWN).map(ExplainedText::name).collect(Collectors.joining(", "));
    return names.size() > SHOWN
        ? first + String.format(Locale.ROOT, " and %,d more", names.size() - SHOWN)
        : first;
  }

  /** Words for the ingest that first read a thing. */
  static String since(Facts facts) {
    return facts.has("first_seen_at")
        ? "the ingest that began at " + facts.text("first_seen_at")
        : "not known, as an earlier version read it";
  }

  /** A text cut to one line. */
  static String line(String text) {
    return line("", text);
  }

  /** Figures, followed by a text that is cut to the rest of the line. */
  static String line(String figures, String text) {
    String flat = PrintedText.visible(text.strip().replaceAll("\\s+", " "));
    return figures + TextWidth.cut(flat, WIDEST - LABEL - figures.length());
  }

  /** A build step cut to two lines, less 10 columns that the breaks between words may cost. */
  static String step(String text) {
    return TextWidth.cut(
        PrintedText.visible(text.strip().replaceAll("\\s+", " ")), 2 * (WIDEST - LABEL) - 10);
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
            .limit(SHOWN / 2)
            .map(image -> image.in("{digest ..} ") + platform(image))
            .toList();
    int more = images.size() - named.size();
    return Sizes.count(images.size(), "image")
        + ": "
        + String.join(", ", named)
        + (more == 0 ? "" : String.format(Locale.ROOT, " and %,d more", more));
  }

  /** A name from the inputs, cut to {@link #LONGEST_NAME} columns. */
  static String name(String name) {
    return TextWidth.cut(name, LONGEST_NAME);
  }
}
