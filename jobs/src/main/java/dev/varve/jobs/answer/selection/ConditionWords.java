package dev.varve.jobs.answer.selection;

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
  private static final int SHOWN = 40;

  private final String text;
  private int at;

  ConditionWords(String text) {
    this.text = text;
    blank();
  }

  private void blank() {
    Matcher blank = BLANK.matcher(text).region(at, text.length());
    at = blank.lookingAt() ? blank.end() : at;
  }

  private String next(Pattern pattern) {
    Matcher next = pattern.matcher(text).region(at, text.length());
    if (!next.lookingAt()) {
      return "";
    }
    at = next.end();
    blank();
    return next.group();
  }

  /**
   * Consumes a keyword, in upper or lower case, or a sign, if it comes next.
   *
   * @return whether it came next
   */
  boolean take(String word) {
    boolean name = Character.isLetter(word.charAt(0));
    int before = at;
    String found = name ? next(NAME) : text.startsWith(word, at) ? word : "";
    if (!found.toLowerCase(Locale.ROOT).equals(word)) {
      at = before;
      return false;
    }
    if (!name) {
      at += word.length();
      blank();
    }
    return true;
  }

  void need(String word) {
    if (!take(word)) {
      throw new IllegalArgumentException("expected " + word + " " + before());
    }
  }

  /** Consumes the name of a column. */
  String name() {
    String name = next(NAME);
    if (name.isEmpty()) {
      throw new IllegalArgumentException("expected a column " + before());
    }
    if (text.startsWith("(", at)) {
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
    return text.startsWith("'", at);
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
      throw new IllegalArgumentException("expected a value " + before());
    }
    if (text.startsWith("(", at)) {
      throw new IllegalArgumentException(bare + "(: conditions call no functions");
    }
    return bare;
  }

  private String before() {
    return at == text.length() ? "at the end" : "before " + rest();
  }

  /** The first characters of the rest, for messages. */
  String rest() {
    return text.length() - at > SHOWN ? text.substring(at, at + SHOWN) + ".." : text.substring(at);
  }
}
