package dev.varve.jobs.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * Command line that prints the full table for an answer. It is published in comments, so the
 * location of the warehouse is replaced by {@code W}, and settings are left out, which may be
 * secret.
 */
final class QuestionLine {
  /** Options that change the rows of the answer, not their form. */
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

  /** The line for a verb whose arguments were parsed. */
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

  /** The text as one word of a POSIX shell, in quotes if needed. */
  private static String quoted(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
