package dev.varve.simulation.startup;

import dev.varve.input.tar.PathText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A finished system call in the text of strace.
 *
 * @param arguments as printed
 * @param returned as printed behind {@code =}, with the path that strace -y prints
 */
record StraceCall(String name, List<String> arguments, StraceDescriptor returned) {
  private static final Pattern NAME = Pattern.compile("(\\w+)\\(");
  private static final Pattern RESULT =
      Pattern.compile("\\)\\s*=\\s*(-?\\d+|0x[0-9a-f]+|\\?)(?=[ <]|$)");
  private static final Pattern QUOTED = Pattern.compile("\"(.*)\"(?: \\[.*\\])?", Pattern.DOTALL);

  /** The call that a text is, without process and time; null when it is none. */
  static @Nullable StraceCall of(String text) {
    Matcher name = NAME.matcher(text);
    if (!name.lookingAt()) {
      return null;
    }
    List<String> arguments = new ArrayList<>();
    int end = arguments(text, name.end(), arguments);
    Matcher result = RESULT.matcher(text).region(end, text.length());
    return result.lookingAt()
        ? new StraceCall(
            name.group(1),
            arguments,
            StraceDescriptor.of(
                text.substring(result.start(1), StraceDescriptor.end(text, result.end(1)))))
        : null;
  }

  /** Adds the arguments; the place of the parenthesis behind them, or the end of the text. */
  private static int arguments(String text, int begin, List<String> arguments) {
    int depth = 0;
    int from = begin;
    int at = begin;
    for (; at < text.length() && (depth > 0 || text.charAt(at) != ')'); at++) {
      char letter = text.charAt(at);
      if (letter == '"') {
        at = endOfQuotes(text, at);
      } else if (letter == '<' && StraceDescriptor.isPathAt(text, at)) {
        at = StraceDescriptor.endOfPath(text, at);
      } else if (letter == ',' && depth == 0) {
        arguments.add(text.substring(from, at).strip());
        from = at + 1;
      } else {
        depth += "([{".indexOf(letter) >= 0 ? 1 : ")]}".indexOf(letter) >= 0 ? -1 : 0;
      }
    }
    int end = Math.min(at, text.length());
    arguments.add(text.substring(from, end).strip());
    return end;
  }

  private static int endOfQuotes(String text, int begin) {
    int at = begin + 1;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return at;
  }

  /** The number that the call returned; -1 when it returned none. */
  long result() {
    return returned.number();
  }

  /** An argument as printed; empty when there are fewer. */
  String argument(int place) {
    return place < arguments.size() ? arguments.get(place) : "";
  }

  /** An argument as a descriptor. */
  StraceDescriptor descriptor(int place) {
    return StraceDescriptor.of(argument(place));
  }

  /** An argument as a number, with or without what strace prints behind it; or -1. */
  long number(int place) {
    return descriptor(place).number();
  }

  /** A quoted argument as the path that recipes have for it; null when it is not quoted whole. */
  @Nullable String path(int place) {
    Matcher quoted = QUOTED.matcher(argument(place));
    return quoted.matches() ? PathText.text(StraceString.bytes(quoted.group(1))) : null;
  }
}
