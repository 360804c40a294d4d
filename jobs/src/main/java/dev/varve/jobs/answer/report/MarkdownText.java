package dev.varve.jobs.answer.report;

import java.util.regex.Pattern;

/** Escapes texts for GitHub-flavoured Markdown, so that they are shown unchanged. */
final class MarkdownText {
  /** Width to which a value is cut, in columns. */
  private static final int MAX_TEXT_WIDTH = 48;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]+(_[A-Za-z0-9]+)*");
  private static final Pattern SPECIAL =
      Pattern.compile("[\\\\`*{}\\[\\]<>#~$&@!]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])");

  private MarkdownText() {}

  /** A value from the inputs, shortened in the middle as in a table for people. */
  static String inputValue(String text) {
    return code(TextWidth.cut(text, MAX_TEXT_WIDTH));
  }

  /**
   * A span of code: only there do {@code @name}, {@code #1} and addresses not become links. A
   * backtick, which may end the span, is printed as its code point.
   */
  static String code(String text) {
    String line = PrintedText.visible(text).replace("`", "\\u{60}");
    return line.isBlank() ? "" : "`" + line + "`";
  }

  /** The name of a column. SQL may choose any name, so an unusual one is shown as code. */
  static String columnName(String name) {
    return NAME.matcher(name).matches() ? name : inputValue(name);
  }

  /** Escapes a sentence of the program, which may contain Markdown's special characters. */
  static String escaped(String text) {
    return SPECIAL.matcher(text).replaceAll("\\\\$0");
  }

  /**
   * Escapes a Markdown text for a cell of a table, which a pipe would end. Markdown readers
   * disagree about a backslash before an escaped pipe, so this backslash is printed as its code
   * point.
   */
  static String inCell(String markup) {
    return markup.replace("\\|", "\\u{5c}|").replace("|", "\\|");
  }
}
