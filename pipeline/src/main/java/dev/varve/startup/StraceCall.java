package dev.varve.startup;

import dev.varve.tar.PathText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A finished system call in the text of strace.
 *
 * @param arguments as printed
 * @param result the number behind {@code =}; -1 when there is none
 */
record StraceCall(String name, List<String> arguments, long result) {
  private static final Pattern CALL =
      Pattern.compile(
          "(\\w+)\\((.*)\\)\\s*=\\s*(-?\\d+|0x[0-9a-f]+|\\?)(?:[ <].*)?", Pattern.DOTALL);
  private static final Pattern NUMBER = Pattern.compile("(-?\\d+|0x[0-9a-f]+)(?:<.*>)?");

  /** The call that a text is, without process and time; null when it is none. */
  static @Nullable StraceCall of(String text) {
    Matcher call = CALL.matcher(text);
    if (!call.matches()) {
      return null;
    }
    return new StraceCall(call.group(1), arguments(call.group(2)), number(call.group(3)));
  }

  private static List<String> arguments(String text) {
    List<String> arguments = new ArrayList<>();
    int depth = 0;
    boolean quoted = false;
    int from = 0;
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      if (quoted) {
        at += letter == '\\' ? 1 : 0;
        quoted = letter != '"';
      } else if (letter == '"') {
        quoted = true;
      } else if (letter == ',' && depth == 0) {
        arguments.add(text.substring(from, at).strip());
        from = at + 1;
      } else {
        depth += "([{".indexOf(letter) >= 0 ? 1 : ")]}".indexOf(letter) >= 0 ? -1 : 0;
      }
    }
    arguments.add(text.substring(from).strip());
    return arguments;
  }

  /** An argument as printed; empty when there are fewer. */
  String argument(int place) {
    return place < arguments.size() ? arguments.get(place) : "";
  }

  /** An argument as a number, with or without the path that strace -y prints behind it; or -1. */
  long number(int place) {
    Matcher number = NUMBER.matcher(argument(place));
    return number.matches() ? number(number.group(1)) : -1;
  }

  private static long number(String text) {
    try {
      return text.startsWith("0x")
          ? Long.parseUnsignedLong(text.substring(2), 16)
          : Long.parseLong(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** A quoted argument as the path that recipes have for it; null when it is not quoted whole. */
  @Nullable String path(int place) {
    String text = argument(place);
    if (text.length() < 2 || !text.startsWith("\"") || !text.endsWith("\"")) {
      return null;
    }
    return PathText.text(StraceString.bytes(text.substring(1, text.length() - 1)));
  }
}
