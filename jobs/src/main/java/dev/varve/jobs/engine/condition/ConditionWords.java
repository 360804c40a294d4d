package dev.varve.jobs.engine.condition;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Scanner of a condition. The parser asks for the kind of word that the grammar expects next,
 * because a bare word may be a name, a keyword or a value.
 */
final class ConditionWords {
  private static final Pattern BLANK = Pattern.compile("\\s*");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
  private static final Pattern SYMBOL = Pattern.compile("[<>=!]{1,2}");
  private static final Pattern TEXT = Pattern.compile("'((?:[^']|'')*+)'");
  private static final Pattern TEXT_IN_DOUBLE = Pattern.compile("\"([^\"]*+)\"");
  private static final Pattern BARE = Pattern.compile("[^\\s'\"();,]++");
  private static final int MAX_SHOWN = 40;

  private final String text;
  private int position;

  ConditionWords(String text) {
    this.text = text;
    skipBlanks();
  }

  private void skipBlanks() {
    Matcher blank = BLANK.matcher(text).region(position, text.length());
    position = blank.lookingAt() ? blank.end() : position;
  }

  private String next(Pattern pattern) {
    Matcher next = pattern.matcher(text).region(position, text.length());
    if (!next.lookingAt()) {
      return "";
    }
    position = next.end();
    skipBlanks();
    return next.group();
  }

  /**
   * Consumes a keyword, in upper or lower case, or a sign, if it comes next.
   *
   * @return whether it came next
   */
  boolean consumeIf(String word) {
    boolean isKeyword = Character.isLetter(word.charAt(0));
    int start = position;
    String found = isKeyword ? next(NAME) : text.startsWith(word, position) ? word : "";
    if (!found.toLowerCase(Locale.ROOT).equals(word)) {
      position = start;
      return false;
    }
    if (!isKeyword) {
      position += word.length();
      skipBlanks();
    }
    return true;
  }

  void require(String word) {
    if (!consumeIf(word)) {
      throw new IllegalArgumentException("expected " + word + " " + location());
    }
  }

  /** Consumes the name of a column. */
  String name() {
    String name = next(NAME);
    if (name.isEmpty()) {
      throw new IllegalArgumentException("expected a column " + location());
    }
    if (text.startsWith("(", position)) {
      throw new IllegalArgumentException(name + "(: conditions call no functions");
    }
    return name;
  }

  /** Consumes the sign of a comparison; empty if none comes next. */
  String symbol() {
    return next(SYMBOL);
  }

  /** Whether a text in single quotes comes next. */
  boolean isQuoted() {
    return text.startsWith("'", position);
  }

  /**
   * Consumes a value: a text in quotes, or an unquoted one up to a blank, a comma or a parenthesis.
   */
  String value() {
    String quoted = next(TEXT);
    if (!quoted.isEmpty()) {
      return quoted.substring(1, quoted.length() - 1).replace("''", "'");
    }
    String doubled = next(TEXT_IN_DOUBLE);
    if (!doubled.isEmpty()) {
      return doubled.substring(1, doubled.length() - 1);
    }
    String bare = next(BARE);
    if (bare.isEmpty()) {
      throw new IllegalArgumentException("expected a value " + location());
    }
    if (text.startsWith("(", position)) {
      throw new IllegalArgumentException(bare + "(: conditions call no functions");
    }
    return bare;
  }

  private String location() {
    return position == text.length() ? "at the end" : "before " + rest();
  }

  /** The first characters of the rest, for messages. */
  String rest() {
    return text.length() - position > MAX_SHOWN
        ? text.substring(position, position + MAX_SHOWN) + ".."
        : text.substring(position);
  }
}
