package dev.varve.model;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names as people sort them: runs of digits compare as numbers, so snap-2 is before snap-10. */
public final class NaturalOrder {
  /**
   * The order of names; names that are equal as numbers, such as snap-1 and snap-01, compare letter
   * by letter.
   */
  public static final Comparator<String> NAMES =
      ((Comparator<String>) NaturalOrder::compare).thenComparing(Comparator.naturalOrder());

  /**
   * The order of tags: as for names, but a pre-release stands before its version, such as 1.0-rc1
   * before 1.0. A variant such as 1.0-alpine stands behind its version.
   *
   * @see <a href="https://semver.org/#spec-item-11">Precedence of versions</a>
   */
  public static final Comparator<String> TAGS = Comparator.comparing(NaturalOrder::key);

  /**
   * The words that mark a pre-release when they stand behind a number. Words that also name
   * variants of an image, such as {@code dev}, are left out.
   */
  private static final Pattern EARLIER =
      Pattern.compile(
          "[-._]?(alpha|beta|milestone|pre|preview|rc|snapshot)(?![a-z])", CASE_INSENSITIVE);

  private NaturalOrder() {}

  /**
   * A sort key for SQL: keys ordered by letters give the order of {@link #TAGS}. The count of its
   * digits stands before each number, a blank before each pre-release word, and the name itself
   * comes last. A count {@code n} is written as {@code n / 9} nines and the digit {@code n % 9}, so
   * that longer numbers sort behind shorter ones.
   */
  public static String key(String name) {
    StringBuilder key = new StringBuilder();
    Matcher earlier = EARLIER.matcher(name);
    int at = 0;
    while (at < name.length()) {
      if (!isDigit(name.charAt(at))) {
        boolean isBehindNumber = at > 0 && isDigit(name.charAt(at - 1));
        if (isBehindNumber && earlier.region(at, name.length()).lookingAt()) {
          key.append(' ');
        }
        key.append(name.charAt(at++));
        continue;
      }
      int end = digitsEnd(name, at);
      String digits = number(name, at, end).toString();
      key.append("9".repeat(digits.length() / 9)).append(digits.length() % 9).append(digits);
      at = end;
    }
    // The mark '!' sorts behind a blank and before all letters that tags may have, so that 1-rc is
    // before 1, and 1 before 1.0 and 1-a.
    return key.append('!').append(name).toString();
  }

  private static int compare(String left, String right) {
    int leftAt = 0;
    int rightAt = 0;
    while (leftAt < left.length() && rightAt < right.length()) {
      int order;
      if (isDigit(left.charAt(leftAt)) && isDigit(right.charAt(rightAt))) {
        int leftEnd = digitsEnd(left, leftAt);
        int rightEnd = digitsEnd(right, rightAt);
        order = number(left, leftAt, leftEnd).compareTo(number(right, rightAt, rightEnd));
        leftAt = leftEnd;
        rightAt = rightEnd;
      } else {
        order = Character.compare(left.charAt(leftAt++), right.charAt(rightAt++));
      }
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.length() - leftAt, right.length() - rightAt);
  }

  private static boolean isDigit(char letter) {
    return letter >= '0' && letter <= '9';
  }

  private static int digitsEnd(String text, int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static BigInteger number(String text, int from, int to) {
    return new BigInteger(text.substring(from, to));
  }
}
