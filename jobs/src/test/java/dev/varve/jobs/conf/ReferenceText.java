package dev.varve.jobs.conf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * conf/reference.conf read line by line, as a person does: what a comment stands above, and which
 * braces a key stands in. It knows no more of the format than that file needs.
 */
final class ReferenceText {
  private static final Path FILE = Path.of("../conf/reference.conf");

  private final Map<String, Key> keys = new LinkedHashMap<>();
  private final Deque<String> sections = new ArrayDeque<>();
  private final Deque<Boolean> explained = new ArrayDeque<>();
  private List<String> comment = new ArrayList<>();
  private boolean above;

  private ReferenceText() {}

  /**
   * A key.
   *
   * @param name whole, without varve
   * @param value as it is written
   * @param comment the lines right above
   * @param isExplained whether a comment stands above it, above keys that it follows without an
   *     empty line, or above its section
   * @param line of the file, from 0
   */
  record Key(String name, String value, List<String> comment, boolean isExplained, int line) {
    String section() {
      return name.substring(0, name.lastIndexOf('.'));
    }

    boolean isList() {
      return value.startsWith("[");
    }

    /** The value without quotes and brackets; a number without zeros behind its last digit. */
    String standard() {
      String plain = value.replace("\"", "");
      if (isList()) {
        return plain.substring(1, plain.length() - 1).replaceAll(",\\s+", ",");
      }
      return plain.matches("\\d+\\.\\d+") ? String.valueOf(Double.parseDouble(plain)) : plain;
    }
  }

  /** All keys in the order of the file; those of the engine as {@code spark.NAME}. */
  static Map<String, Key> keys() {
    ReferenceText text = new ReferenceText();
    try {
      List<String> lines = Files.readAllLines(FILE);
      for (int line = 0; line < lines.size(); line++) {
        int first = line;
        String whole = lines.get(line).strip();
        while (whole.contains("= [") && !whole.endsWith("]")) { // a list over several lines
          whole = (whole + " " + lines.get(++line).strip()).replace("[ ", "[").replace(" ]", "]");
        }
        text.line(whole, first);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.keys;
  }

  private void line(String text, int line) {
    if (text.isEmpty()) {
      comment = new ArrayList<>();
      above = false;
    } else if (text.startsWith("#")) {
      comment.add(text.substring(1).strip());
    } else if (text.equals("}")) {
      close();
    } else if (text.endsWith("{")) {
      open(text.substring(0, text.length() - 1).strip());
    } else if (text.endsWith("}")) { // a section on one line
      int brace = text.indexOf('{');
      open(text.substring(0, brace).strip());
      for (String entry : text.substring(brace + 1, text.length() - 1).split(",")) {
        key(entry.strip(), line);
      }
      close();
    } else {
      key(text, line);
    }
  }

  private void open(String name) {
    boolean outer = sections.size() > 1 && explained.getLast();
    sections.addLast(name);
    explained.addLast(!comment.isEmpty() || outer);
    comment = new ArrayList<>();
    above = false;
  }

  private void close() {
    sections.removeLast();
    explained.removeLast();
    comment = new ArrayList<>();
    above = false;
  }

  private void key(String text, int line) {
    String[] parts = text.split("\\s*=\\s*", 2);
    List<String> path = new ArrayList<>(sections);
    path.add(parts[0].replace("\"", ""));
    String name = String.join(".", path.subList(1, path.size()));
    above |= !comment.isEmpty();
    keys.put(name, new Key(name, parts[1], comment, above || explained.getLast(), line));
    comment = new ArrayList<>();
  }
}
