package dev.varve.jobs.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The line that answers a question again, as a table. It may be read by others than who typed it:
 * the warehouse is {@code W}, and settings, which may be secret, are left out.
 */
final class QuestionLine {
  /** Options that say what the question is. */
  private static final Set<String> OF_QUESTION =
      Set.of(
          "--all",
          "--as-of",
          "--by",
          "--fail-above",
          "--fail-below",
          "--from",
          "--since",
          "--to",
          "--where");

  private static final Pattern PLAIN = Pattern.compile("[\\w./:~%+-]+");

  private QuestionLine() {}

  /** The line of a verb that was parsed. */
  static String of(CommandSpec verb) {
    ParseResult parsed = verb.commandLine().getParseResult();
    List<String> words = new ArrayList<>(List.of("varve", verb.name()));
    parsed.matchedPositionals().stream()
        .flatMap(names -> names.originalStringValues().stream())
        .distinct()
        .forEach(words::add);
    words.add("--warehouse W");
    parsed.matchedOptions().stream()
        .distinct()
        .filter(option -> OF_QUESTION.contains(option.longestName()))
        .forEach(
            option -> {
              if (option.arity().max() == 0) {
                words.add(option.longestName());
              } else {
                option
                    .originalStringValues()
                    .forEach(value -> words.add(option.longestName() + " " + quoted(value)));
              }
            });
    return String.join(" ", words);
  }

  /** A word of a POSIX shell. */
  private static String quoted(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
