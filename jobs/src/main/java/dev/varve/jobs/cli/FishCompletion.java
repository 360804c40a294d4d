package dev.varve.jobs.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Completion script for the shell fish, which picocli does not generate.
 *
 * @see <a href="https://fishshell.com/docs/current/completions.html">Writing your own
 *     completions</a>
 */
final class FishCompletion {
  private FishCompletion() {}

  /**
   * The script.
   *
   * @param reports names of reports, which complete verb report
   */
  static String of(CommandLine program, Collection<String> reports) {
    List<String> lines = new ArrayList<>();
    lines.add("complete -c varve -f");
    addVerbs(program, List.of(), lines);
    lines.add(
        "complete -c varve -n '__fish_seen_subcommand_from report' -a '"
            + String.join(" ", reports)
            + "'");
    return String.join("\n", lines) + "\n";
  }

  /**
   * Adds the completions of the verbs below a command, and of their options.
   *
   * @param before verbs that are on the command line already
   */
  private static void addVerbs(CommandLine parent, List<String> before, List<String> lines) {
    parent
        .getSubcommands()
        .forEach(
            (name, verb) -> {
              String first = VerbHelp.firstSentence(verb.getCommandSpec());
              String[] others = parent.getSubcommands().keySet().toArray(String[]::new);
              lines.add(
                  "complete -c varve -n '%s' -a %s -d %s"
                      .formatted(condition(before, others), name, quoted(first)));
              List<String> path = new ArrayList<>(before);
              path.add(name);
              addOptions(verb.getCommandSpec(), path, lines);
              addVerbs(verb, path, lines);
            });
  }

  private static void addOptions(CommandSpec verb, List<String> path, List<String> lines) {
    for (OptionSpec option : verb.options()) {
      if (option.hidden()) {
        continue;
      }
      String words = String.join(" ", option.description());
      String help = words.contains("${") ? "" : words.replace("%%", "%");
      int end = help.indexOf(". ");
      lines.add(
          "complete -c varve -n '%s' -l %s%s -d %s"
              .formatted(
                  condition(path),
                  option.longestName().substring(2),
                  option.arity().max() > 0 ? " -r -F" : "",
                  quoted(end < 0 ? help : help.substring(0, end + 1))));
    }
  }

  /** The condition that these verbs are on the command line, and none of the others. */
  private static String condition(List<String> verbs, String... others) {
    List<String> all = new ArrayList<>();
    verbs.forEach(verb -> all.add("__fish_seen_subcommand_from " + verb));
    if (others.length > 0) {
      all.add("not __fish_seen_subcommand_from " + String.join(" ", others));
    }
    return String.join("; and ", all);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
