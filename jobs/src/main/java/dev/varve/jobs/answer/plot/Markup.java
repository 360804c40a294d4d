package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.PrintedText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/**
 * Builder of HTML with inline SVG, which appends at the end. Every text and every value of an
 * attribute is escaped, and characters that control or change the direction of writing are shown by
 * their code points, as on a terminal. Names of elements and attributes come from the program
 * alone; others are refused.
 */
public final class Markup {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9:-]*");

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Opens an element.
   *
   * @param attributes name and value in turn; a value may be empty
   * @throws IllegalArgumentException when a name is invalid, or an attribute has no value
   */
  public Markup open(String element, String... attributes) {
    begin(element, attributes);
    out.append('>');
    open.push(element);
    return this;
  }

  /** Appends an element without content, such as an input or a shape of a plot. */
  public Markup empty(String element, String... attributes) {
    begin(element, attributes);
    out.append("/>");
    return this;
  }

  /** Appends an element with a text. */
  public Markup element(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close();
  }

  /** Appends a text; its line breaks become visible code points. */
  public Markup text(String text) {
    return escaped(PrintedText.visible(text));
  }

  /** Appends a text with its line breaks. */
  public Markup lines(String text) {
    return escaped(PrintedText.visibleLines(text));
  }

  /** Closes the element that was opened last. */
  public Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** Appends the whole of another markup. */
  public Markup add(Markup other) {
    if (!other.open.isEmpty()) {
      throw new IllegalStateException("still open: " + other.open);
    }
    out.append(other.out);
    return this;
  }

  /**
   * Appends a style sheet or a script without escaping.
   *
   * @param trusted a file of the program, never what came from inputs
   */
  public Markup verbatim(String trusted) {
    if (trusted.contains("</")) {
      throw new IllegalArgumentException("ends the element that contains it");
    }
    out.append(trusted);
    return this;
  }

  /** Appends a line break, which makes the HTML source readable. */
  public Markup line() {
    out.append('\n');
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }

  private void begin(String element, String... attributes) {
    if (attributes.length % 2 != 0) {
      throw new IllegalArgumentException("an attribute of " + element + " has no value");
    }
    out.append('<').append(name(element));
    for (int at = 0; at < attributes.length; at += 2) {
      out.append(' ').append(name(attributes[at])).append("=\"");
      text(attributes[at + 1]);
      out.append('"');
    }
  }

  private static String name(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("no name of an element or attribute: " + name);
    }
    return name;
  }

  private Markup escaped(String text) {
    for (int at = 0; at < text.length(); at++) {
      char next = text.charAt(at);
      switch (next) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(next);
      }
    }
    return this;
  }
}
