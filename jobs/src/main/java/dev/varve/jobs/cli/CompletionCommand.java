package dev.varve.jobs.cli;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Verb {@code completion}: prints a script that completes command lines in a shell. */
@Command(
    name = "completion",
    description = {
      "Prints a script that completes verbs, options and reports on the Tab key.",
      "For bash, zsh or fish; for bash and zsh it is loaded by: source <(varve completion bash)"
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  varve completion fish > ~/.config/fish/completions/varve.fish"})
final class CompletionCommand implements Runnable {
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
  public void run() {
    CommandLine program = spec.root().commandLine();
    System.out.print(
        shell == Shell.FISH
            ? FishCompletion.of(program, SqlFiles.folder("reports").keySet())
            : AutoComplete.bash("varve", program));
  }
}
