package dev.varve.simulation.startup;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of strace's text without its times, addresses and numbers of calls, which options add.
 *
 * @param process number of the process; empty when the line does not name one
 * @param rest a call, a part of one, or a note
 */
record StraceLine(String process, String rest) {
  private static final String NAME = "(?:<[^>]*>)?";
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*(?:\\[pid\\s+(\\d+)"
              + NAME
              + "\\]\\s+|(\\d+)"
              + NAME
              + "\\s+)?"
              + "(?:\\d+:\\d+:\\d+(?:\\.\\d+)?\\s+|\\d+\\.\\d+\\s+)?"
              + "(?:\\(\\+\\s*\\d+\\.\\d+\\)\\s+)?"
              + "(?:\\[[ \\da-f?]+\\]\\s+)*(.*)",
          Pattern.DOTALL);

  /** Notes of signals, exits and processes, and the stacks of strace -k. */
  private static final Pattern NOTE =
      Pattern.compile(
          "(?:\\+\\+\\+|---|strace:|>|\\[ Process|Process \\d+) .*|\\s*", Pattern.DOTALL);

  private static final Pattern WITHOUT_END =
      Pattern.compile(".*<(?:detached|no return) \\.\\.\\.>\\s*", Pattern.DOTALL);

  static StraceLine of(CharSequence text) {
    Matcher parts = LINE.matcher(text);
    if (!parts.matches()) {
      throw new IllegalStateException("every line has a rest");
    }
    String first = parts.group(1) == null ? parts.group(2) : parts.group(1);
    return new StraceLine(first == null ? "" : first, parts.group(3));
  }

  /** Whether it is no call, or one of which strace did not see the end. */
  static boolean isNote(String text) {
    return NOTE.matcher(text).matches() || WITHOUT_END.matcher(text).matches();
  }
}
