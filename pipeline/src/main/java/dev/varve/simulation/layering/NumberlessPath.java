package dev.varve.simulation.layering;

/**
 * A path with its versions and hashes folded to {@code #}, so that {@code foo-1.2.dist-info} and
 * {@code foo-1.3.dist-info} are one place. A version is a number behind {@code - _ . @} or at the
 * start of a name that goes on with a dot; digits that are a part of a word stay ({@code h2}). A
 * hash is behind one of these and has at least eight hexadecimal digits, one of them a number.
 */
final class NumberlessPath {
  private static final int HASH_DIGITS = 8;

  private NumberlessPath() {}

  static String of(String path) {
    StringBuilder folded = new StringBuilder(path.length());
    int at = 0;
    while (at < path.length()) {
      int end = at == 0 || isSeparator(path.charAt(at - 1)) ? tokenEnd(path, at) : at;
      if (end == at) {
        folded.append(path.charAt(at++));
      } else {
        int last = folded.length() - 1;
        if (last > 0 && folded.charAt(last) == '.' && folded.charAt(last - 1) == '#') {
          folded.setLength(last); // a further part of one version
        } else {
          folded.append('#');
        }
        at = end;
      }
    }
    return folded.toString();
  }

  private static boolean isSeparator(char letter) {
    return letter == '/' || letter == '-' || letter == '_' || letter == '.' || letter == '@';
  }

  /** End of the version or hash that starts here; the start itself without one. */
  private static int tokenEnd(String path, int start) {
    int end = start;
    boolean digit = false;
    boolean letter = false;
    while (end < path.length() && Character.digit(path.charAt(end), 16) >= 0) {
      boolean number = isDigit(path.charAt(end));
      digit |= number;
      letter |= !number;
      end++;
    }
    boolean startsName = start == 0 || path.charAt(start - 1) == '/';
    if (digit && letter && !startsName && end - start >= HASH_DIGITS) {
      return end;
    }
    end = start;
    while (end < path.length() && isDigit(path.charAt(end))) {
      end++;
    }
    if (end == start) {
      return start;
    }
    if (startsName) {
      return end < path.length() && path.charAt(end) == '.' ? end : start;
    }
    return withSuffix(path, end);
  }

  /** End of a pre-release such as {@code rc1} behind a number. */
  private static int withSuffix(String path, int number) {
    int letters = number;
    while (letters < path.length() && Character.isLetter(path.charAt(letters))) {
      letters++;
    }
    int end = letters;
    while (end < path.length() && isDigit(path.charAt(end))) {
      end++;
    }
    return end > letters && letters > number ? end : number;
  }

  private static boolean isDigit(char letter) {
    return letter >= '0' && letter <= '9';
  }
}
