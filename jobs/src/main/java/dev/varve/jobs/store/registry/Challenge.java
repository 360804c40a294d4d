package dev.varve.jobs.store.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A challenge of a {@code WWW-Authenticate} header. It is parsed letter by letter, because a
 * malicious header could make a regular expression run for an unbounded time.
 *
 * @param scheme authentication scheme in lower case; empty if no header names one
 * @param parameters values by names in lower case
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1">RFC 9110, section 11.6.1</a>
 */
record Challenge(String scheme, Map<String, String> parameters) {
  /** Most letters of a header that are parsed; challenges of registries have a few hundred. */
  private static final int MOST_LETTERS = 8 << 10;

  /**
   * Schemes that can be answered, best first. If a host names only other schemes, the first of them
   * is reported.
   */
  private static final List<String> KNOWN = List.of("bearer", "basic");

  private static final Challenge NONE = new Challenge("", Map.of());

  /**
   * The challenge in these headers whose scheme is the best known one; if none is known, the first.
   */
  static Challenge of(List<String> headers) {
    Challenge best = NONE;
    for (String header : headers) {
      if (header.length() <= MOST_LETTERS) {
        Parser parser = new Parser(header);
        for (Challenge one = parser.next(); !one.scheme().isEmpty(); one = parser.next()) {
          best = one.rank() < best.rank() ? one : best;
        }
      }
    }
    return best;
  }

  private int rank() {
    int place = KNOWN.indexOf(scheme);
    return place >= 0 ? place : KNOWN.size() + (scheme.isEmpty() ? 1 : 0);
  }

  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  /** Parses challenges from left to right, reading each letter once. */
  private static final class Parser {
    private final String text;
    private int at;

    /** A word that was read ahead: the scheme of the next challenge. */
    private String scheme = "";

    Parser(String text) {
      this.text = text;
    }

    /** The next challenge; one with an empty scheme after the last. */
    Challenge next() {
      if (scheme.isEmpty()) {
        skip(" \t,=\""); // a challenge may end in a base64 token with padding
        scheme = word();
      }
      String here = scheme.toLowerCase(Locale.ROOT);
      Map<String, String> parameters = new HashMap<>();
      scheme = "";
      while (!here.isEmpty()) {
        skip(" \t,");
        String name = word();
        skip(" \t");
        if (name.isEmpty()) {
          break; // the end, or not a valid challenge
        }
        if (at == text.length() || text.charAt(at) != '=') {
          scheme = name;
          break;
        }
        at++;
        skip(" \t");
        parameters.putIfAbsent(name.toLowerCase(Locale.ROOT), value());
      }
      return new Challenge(here, Map.copyOf(parameters));
    }

    private void skip(String letters) {
      while (at < text.length() && letters.indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }

    private String word() {
      int from = at;
      while (at < text.length() && " \t,=\"".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      return text.substring(from, at);
    }

    /** A quoted string, in which a backslash escapes the next letter, or a plain word. */
    private String value() {
      if (at == text.length() || text.charAt(at) != '"') {
        int from = at;
        while (at < text.length() && " \t,".indexOf(text.charAt(at)) < 0) {
          at++;
        }
        return text.substring(from, at);
      }
      StringBuilder value = new StringBuilder();
      at++;
      while (at < text.length() && text.charAt(at) != '"') {
        if (text.charAt(at) == '\\' && at + 1 < text.length()) {
          at++;
        }
        value.append(text.charAt(at));
        at++;
      }
      at++;
      at = Math.min(at, text.length());
      return value.toString();
    }
  }
}
