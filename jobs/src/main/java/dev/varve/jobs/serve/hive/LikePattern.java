package dev.varve.jobs.serve.hive;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of JDBC or of Hive: {@code %}, {@code *} and {@code .*} are any text, {@code _} any
 * character, {@code |} stands between patterns of which one has to fit, and case does not matter.
 */
final class LikePattern {
  private final Pattern pattern;

  private LikePattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /** The one that a client sent; none fits everything. */
  static LikePattern of(@Nullable String text) {
    StringBuilder regex = new StringBuilder();
    String like = text == null || text.isEmpty() ? "%" : text;
    for (int at = 0; at < like.length(); at++) {
      char next = like.charAt(at);
      if (next == '\\' && at + 1 < like.length()) {
        at++;
        regex.append(Pattern.quote(like.substring(at, at + 1)));
      } else if (next == '%' || next == '*' || like.startsWith(".*", at)) {
        regex.append(".*");
        at += next == '.' ? 1 : 0;
      } else {
        regex.append(next == '_' ? "." : next == '|' ? "|" : Pattern.quote("" + next));
      }
    }
    return new LikePattern(
        Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.DOTALL));
  }

  boolean fits(String name) {
    return pattern.matcher(name.toLowerCase(Locale.ROOT)).matches();
  }
}
