package dev.varve.jobs.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * Command line that prints the full table of a shortened answer. A Markdown answer ends with it,
 * and is published in comments, so the location of the warehouse is replaced by {@code W}, and
 * settings are left out, which may be secret.
 */
final class QuestionLine {
  /** Options that change the rows of the answer, not their form. */
  private static final Set<String> ROW_OPTIONS =
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

  private static final Pattern UNQUOTED = Pattern.compile("[\\w./:~%+-]+");

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
        .filter(option -> ROW_OPTIONS.contains(option.longestName()))
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
    return UNQUOTED.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
