package dev.varve.jobs.cli;

import dev.varve.jobs.schema.SqlFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code completion}. */
@Command(
    name = "completion",
    description = {
      "Prints a script that completes verbs, options and reports on the Tab key.",
      "For bash, zsh or fish; for bash and zsh it is loaded by: source <(varve completion bash)"
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  varve completion fish > ~/.config/fish/completions/varve.fish"})
final class CompletionCommand implements Callable<Integer> {
  /** Shells that have a script. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  @Parameters(paramLabel = "SHELL", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.BASH;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine program = spec.root().commandLine();
    System.out.print(shell == Shell.FISH ? fish(program) : AutoComplete.bash("varve", program));
    return ExitCodes.DONE;
  }

  private static String fish(CommandLine program) {
    List<String> lines = new ArrayList<>();
    lines.add("complete -c varve -f");
    verbs(program, List.of(), lines);
    String reports = String.join(" ", SqlFiles.folder("reports").keySet());
    lines.add("complete -c varve -n '__fish_seen_subcommand_from report' -a '" + reports + "'");
    return String.join("\n", lines) + "\n";
  }

  /** The verbs below those that stand on the line, and then what each of them takes. */
  private static void verbs(CommandLine at, List<String> before, List<String> lines) {
    at.getSubcommands()
        .forEach(
            (name, verb) -> {
              String first = CommandLines.firstSentence(verb.getCommandSpec());
              String[] others = at.getSubcommands().keySet().toArray(String[]::new);
              lines.add(
                  "complete -c varve -n '%s' -a %s -d %s"
                      .formatted(condition(before, others), name, quoted(first)));
              List<String> path = new ArrayList<>(before);
              path.add(name);
              options(verb.getCommandSpec(), path, lines);
              verbs(verb, path, lines);
            });
  }

  private static void options(CommandSpec verb, List<String> path, List<String> lines) {
    for (OptionSpec option : verb.options()) {
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

  /** That these verbs stand on the line, and none of the others. */
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
