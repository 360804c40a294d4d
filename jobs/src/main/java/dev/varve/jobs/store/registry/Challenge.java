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
  private static final int MAX_CHARS = 8 << 10;

  /**
   * Schemes that can be answered, best first. If a host names only other schemes, the first of them
   * is reported.
   */
  private static final List<String> SUPPORTED_SCHEMES = List.of("bearer", "basic");

  private static final Challenge NONE = new Challenge("", Map.of());

  /**
   * The challenge in these headers whose scheme is the best known one; if none is known, the first.
   */
  static Challenge of(List<String> headers) {
    Challenge best = NONE;
    for (String header : headers) {
      if (header.length() <= MAX_CHARS) {
        Parser parser = new Parser(header);
        for (Challenge challenge = parser.next();
            !challenge.scheme().isEmpty();
            challenge = parser.next()) {
          best = challenge.rank() < best.rank() ? challenge : best;
        }
      }
    }
    return best;
  }

  private int rank() {
    int index = SUPPORTED_SCHEMES.indexOf(scheme);
    return index >= 0 ? index : SUPPORTED_SCHEMES.size() + (scheme.isEmpty() ? 1 : 0);
  }

  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  /** Parses challenges from left to right, reading each letter once. */
  private static final class Parser {
    private final String text;
    private int position;

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
      String current = scheme.toLowerCase(Locale.ROOT);
      Map<String, String> parameters = new HashMap<>();
      scheme = "";
      while (!current.isEmpty()) {
        skip(" \t,");
        String name = word();
        skip(" \t");
        if (name.isEmpty()) {
          break; // the end, or not a valid challenge
        }
        if (position == text.length() || text.charAt(position) != '=') {
          scheme = name;
          break;
        }
        position++;
        skip(" \t");
        parameters.putIfAbsent(name.toLowerCase(Locale.ROOT), value());
      }
      return new Challenge(current, Map.copyOf(parameters));
    }

    private void skip(String characters) {
      while (position < text.length() && characters.indexOf(text.charAt(position)) >= 0) {
        position++;
      }
    }

    private String word() {
      int start = position;
      while (position < text.length() && " \t,=\"".indexOf(text.charAt(position)) < 0) {
        position++;
      }
      return text.substring(start, position);
    }

    /** A quoted string, in which a backslash escapes the next letter, or a plain word. */
    private String value() {
      if (position == text.length() || text.charAt(position) != '"') {
        int start = position;
        while (position < text.length() && " \t,".indexOf(text.charAt(position)) < 0) {
          position++;
        }
        return text.substring(start, position);
      }
      StringBuilder value = new StringBuilder();
      position++;
      while (position < text.length() && text.charAt(position) != '"') {
        if (text.charAt(position) == '\\' && position + 1 < text.length()) {
          position++;
        }
        value.append(text.charAt(position));
        position++;
      }
      position++;
      position = Math.min(position, text.length());
      return value.toString();
    }
  }
}
