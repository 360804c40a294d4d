package dev.varve.jobs.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page in Markdown, as far as tests look into it.
 *
 * @param file the page
 * @param lines its lines without fenced blocks
 * @param blocks its fenced blocks
 */
record Markdown(Path file, List<String> lines, List<Block> blocks) {
  private static final Pattern LINK = Pattern.compile("!?\\[([^]]*)]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern ITEM = Pattern.compile("\\s*([-*]|\\d+\\.)\\s+.*");
  private static final Pattern END =
      Pattern.compile("(?<=[^.][.!?])[)\"*]*\\s+(?=[\"(*\\[]*[-\\p{L}\\d`])");

  /**
   * A fenced block.
   *
   * @param language the word behind the fence, or an empty text
   */
  record Block(String language, List<String> lines) {}

  static Markdown read(Path file) {
    List<String> plain = new ArrayList<>();
    List<Block> blocks = new ArrayList<>();
    List<String> block = null;
    for (String line : all(file)) {
      if (line.strip().startsWith("```")) {
        if (block == null) {
          block = new ArrayList<>();
          blocks.add(new Block(line.strip().substring(3), block));
        } else {
          block = null;
        }
        plain.add("");
      } else if (block == null) {
        plain.add(line);
      } else {
        block.add(line);
      }
    }
    if (block != null) {
      throw new IllegalArgumentException(file + " ends inside of a fenced block");
    }
    return new Markdown(file, plain, blocks);
  }

  private static List<String> all(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Targets of links and pictures. */
  List<String> links() {
    return lines.stream()
        .map(line -> CODE.matcher(line).replaceAll(""))
        .flatMap(line -> LINK.matcher(line).results().map(link -> link.group(2)))
        .toList();
  }

  /** What stands in its lines as code. */
  List<String> codes() {
    return lines.stream()
        .flatMap(line -> CODE.matcher(line).results().map(code -> code.group().replace("`", "")))
        .toList();
  }

  /** The anchors of its headings, as GitHub makes them. */
  Set<String> anchors() {
    Set<String> anchors = new LinkedHashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    for (String line : lines) {
      if (line.startsWith("#")) {
        String words = line.replaceFirst("^#+\\s+", "").toLowerCase(Locale.ROOT);
        String anchor = words.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
        int times = seen.merge(anchor, 1, Integer::sum);
        anchors.add(times == 1 ? anchor : anchor + "-" + (times - 1));
      }
    }
    return anchors;
  }

  /** Its prose, sentence by sentence: no headings, no code, no rows of tables. */
  List<String> sentences() {
    List<String> paragraphs = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    for (String line : lines) {
      boolean apart =
          line.isBlank()
              || line.startsWith("#")
              || (line.startsWith("    ") && paragraph.isEmpty())
              || line.strip().startsWith("|");
      if (apart || ITEM.matcher(line).matches()) {
        paragraphs.add(paragraph.toString());
        paragraph.setLength(0);
      }
      if (!apart) {
        paragraph.append(line.strip()).append(' ');
      }
    }
    paragraphs.add(paragraph.toString());
    return paragraphs.stream().flatMap(Markdown::sentences).filter(one -> !one.isBlank()).toList();
  }

  private static Stream<String> sentences(String paragraph) {
    String words =
        LINK.matcher(paragraph).replaceAll(link -> Matcher.quoteReplacement(link.group(1)));
    return END.splitAsStream(CODE.matcher(words).replaceAll("`code`"));
  }

  /** Its prose and the words of its tables and headings, without code. */
  List<String> words() {
    return lines.stream()
        .map(line -> LINK.matcher(line).replaceAll(link -> Matcher.quoteReplacement(link.group(1))))
        .map(line -> CODE.matcher(line).replaceAll("").replace("\\", ""))
        .toList();
  }
}
