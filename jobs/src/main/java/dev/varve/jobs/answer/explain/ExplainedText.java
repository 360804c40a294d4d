package dev.varve.jobs.answer.explain;

import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.report.Sizes;
import dev.varve.jobs.answer.report.TextWidth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** An explanation as lines no wider than a screen: a title, then a label and a text each. */
final class ExplainedText {
  /** Things that a line names of many. */
  static final int SHOWN = 10;

  private static final int WIDEST = 100;
  private static final int LABEL = 14;
  private static final int LONGEST_NAME = 60;

  private record Line(String label, String text) {}

  private final String title;
  private final List<Line> said = new ArrayList<>();

  ExplainedText(String title) {
    this.title = title;
  }

  /** Says more; an empty label continues what is above. */
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

  /** Bytes that are stored, or that it is not known how many. */
  static String stored(Facts facts, String bytes, String unknown) {
    if (!facts.has(bytes)) {
      return "as many bytes of blobs as an earlier version did not record";
    }
    String rest = facts.count(unknown) == 0 ? "" : ", without {%2$s entry/entries} of unknown size";
    return facts.in(("{%1$s} of blobs" + rest).formatted(bytes, unknown));
  }

  /** The first of some names, and how many more there are. */
  static String some(Collection<String> names) {
    String first =
        names.stream().limit(SHOWN).map(ExplainedText::name).collect(Collectors.joining(", "));
    return names.size() > SHOWN
        ? first + String.format(Locale.ROOT, " and %,d more", names.size() - SHOWN)
        : first;
  }

  /** Moment when an ingest saw a thing first. */
  static String since(Facts facts) {
    return facts.has("first_seen_at")
        ? "the ingest that began at " + facts.text("first_seen_at")
        : "not known, as an earlier version read it";
  }

  /** A text of a line or less. */
  static String line(String text) {
    return line("", text);
  }

  /** Figures, and as much of a text as fits into their line. */
  static String line(String figures, String text) {
    String flat = PrintedText.visible(text.strip().replaceAll("\\s+", " "));
    return figures + TextWidth.cut(flat, WIDEST - LABEL - figures.length());
  }

  /** A build step in two lines or less. */
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

  /** The images among these rows. */
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

  /** A name from the inputs. */
  static String name(String name) {
    return TextWidth.cut(name, LONGEST_NAME);
  }
}
