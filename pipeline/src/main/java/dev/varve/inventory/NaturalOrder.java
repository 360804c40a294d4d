package dev.varve.inventory;

import java.math.BigInteger;
import java.util.Comparator;

/** Names as people sort them: runs of digits compare as numbers, so snap-2 is before snap-10. */
public final class NaturalOrder {
  /** Their order. */
  public static final Comparator<String> NAMES =
      ((Comparator<String>) NaturalOrder::compare).thenComparing(Comparator.naturalOrder());

  private NaturalOrder() {}

  private static int compare(String left, String right) {
    int l = 0;
    int r = 0;
    while (l < left.length() && r < right.length()) {
      int order;
      if (isDigit(left.charAt(l)) && isDigit(right.charAt(r))) {
        int leftEnd = digitsEnd(left, l);
        int rightEnd = digitsEnd(right, r);
        order = number(left, l, leftEnd).compareTo(number(right, r, rightEnd));
        l = leftEnd;
        r = rightEnd;
      } else {
        order = Character.compare(left.charAt(l++), right.charAt(r++));
      }
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.length() - l, right.length() - r);
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
