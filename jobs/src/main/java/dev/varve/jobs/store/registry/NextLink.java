package dev.varve.jobs.store.registry;

import java.util.List;
import java.util.Locale;

/**
 * The target of a {@code Link} header to the next page. It is parsed letter by letter, because a
 * malicious header could make a regular expression run for an unbounded time.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8288#section-3">RFC 8288, section 3</a>
 */
final class NextLink {
  /**
   * Most letters of a header. A link contains a name of at most 255 letters, each percent-encoded
   * as three.
   */
  private static final int MAX_CHARS = 8 << 10;

  private NextLink() {}

  /** The first target whose relation is {@code next}; empty where there is none. */
  static String of(List<String> headers) {
    for (String header : headers) {
      String target = header.length() <= MAX_CHARS ? next(header) : "";
      if (!target.isEmpty()) {
        return target;
      }
    }
    return "";
  }

  private static String next(String header) {
    int open = header.indexOf('<');
    while (open >= 0) {
      int close = header.indexOf('>', open);
      if (close < 0) {
        return "";
      }
      int end = end(header, close);
      if (isNext(header.substring(close + 1, end))) {
        return header.substring(open + 1, close);
      }
      open = header.indexOf('<', end);
    }
    return "";
  }

  /** Index of the end of the parameters after a target: a comma outside quotes. */
  private static int end(String header, int from) {
    boolean isQuoted = false;
    int index = from;
    while (index < header.length() && (isQuoted || header.charAt(index) != ',')) {
      isQuoted ^= header.charAt(index) == '"';
      index++;
    }
    return index;
  }

  private static boolean isNext(String parameters) {
    for (String parameter : parameters.split(";", -1)) {
      int equals = parameter.indexOf('=');
      if (equals >= 0 && parameter.substring(0, equals).strip().equalsIgnoreCase("rel")) {
        String relations = parameter.substring(equals + 1).replace('"', ' ').strip();
        return List.of(relations.toLowerCase(Locale.ROOT).split("\\s+", -1)).contains("next");
      }
    }
    return false;
  }
}
