package dev.varve.jobs.cli;

import dev.varve.jobs.cli.estimate.EstimateCommand;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ErrorMessages;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.cli.report.ReportCommand;
import dev.varve.jobs.warehouse.schema.FormatLists;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Command line of the program, with all verbs. */
@Command(
    name = "varve",
    description =
        "Answers what deduplication would do for registries and VM backups, from their own data.",
    mixinStandardHelpOptions = true,
    versionProvider = CommandLines.Version.class,
    footer = {
      "",
      "Start with:",
      "  varve demo",
      "  varve estimate registry /var/lib/registry",
      "  varve ingest registry /var/lib/registry --warehouse /data/w",
      "  varve derive --warehouse /data/w",
      "  varve report --warehouse /data/w",
      "  varve ingest snapshots /backups/vms --warehouse /data/v",
      "  varve simulate backup --warehouse /data/v",
      "",
      "Exit codes: 0 done; 1 a fault of the program or the engine; 2 wrong usage or settings;",
      "3 --strict and a rejection, a failed check, a failed gate of report; 4 no input found;",
      "130, 143: ended by Ctrl-C, SIGTERM. An ingest first publishes what it has read."
    })
public final class CommandLines implements Runnable {
  private static final List<String> VERBS =
      List.of(
          "demo estimate ingest derive simulate report explain restore rebuild compact check publish sql serve views completion help"
              .split(" "));

  /** Verbs whose output names all other verbs, so all have to be loaded. */
  private static final Set<String> VERBS_THAT_LIST = Set.of("completion", "help");

  @Spec private CommandSpec spec = CommandSpec.create();

  private CommandLines() {}

  /**
   * Parses the arguments and runs the verb.
   *
   * @return the exit code
   */
  public static int run(String... arguments) {
    if (arguments.length == 0) {
      System.err.print(FirstSteps.TEXT);
      return ExitCodes.USAGE;
    }
    CommandLine line = line(arguments);
    List<String> words = new ArrayList<>(List.of(arguments));
    boolean helpOfAllOptions = words.removeIf(VerbHelp.ALL::equals);
    if (helpOfAllOptions) {
      words.add("--help");
    }
    line.setHelpFactory(new VerbHelp(helpOfAllOptions));
    String[] parsed = words.toArray(String[]::new);
    try {
      return line.execute(
          arguments[0].equals("sql") ? SqlCommand.withLeadingBlank(parsed) : parsed);
    } catch (Error e) {
      // Hadoop wraps a failing or full local disk into an Error (FSError).
      if (e.getCause() instanceof IOException fault) {
        return ErrorMessages.report(fault);
      }
      throw e;
    }
  }

  /**
   * The parser of a command line, with the verb that its first word names, or else with all verbs.
   */
  static CommandLine line(String... arguments) {
    CommandLine line = new CommandLine(new CommandLines());
    for (String verb : verbs(arguments)) {
      line.addSubcommand(verb, command(verb));
    }
    completeHelp(line);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler((fault, command, result) -> ErrorMessages.report(fault));
    line.setParameterExceptionHandler((fault, words) -> reportWrongUse(fault));
    line.setUsageHelpWidth(100);
    line.setExecutionStrategy(CommandLines::execute);
    return line;
  }

  /**
   * Runs a parsed line. With --help and an unknown word, picocli would print help; the word is
   * reported instead.
   */
  private static int execute(ParseResult words) {
    ParseResult last = words;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandLine verb = last.commandSpec().commandLine();
    if (last.isUsageHelpRequested() && !last.unmatched().isEmpty()) {
      return reportWrongUse(new UnmatchedArgumentException(verb, last.unmatched()));
    }
    return new CommandLine.RunLast().execute(words);
  }

  /**
   * The requested verb, or all verbs if the line lists them. Loading the classes of all verbs would
   * take longer than a report.
   */
  private static List<String> verbs(String... arguments) {
    String first = arguments.length == 0 ? "" : arguments[0];
    return VERBS.contains(first) && !VERBS_THAT_LIST.contains(first) ? List.of(first) : VERBS;
  }

  private static Object command(String verb) {
    return switch (verb) {
      case "demo" -> new DemoCommand();
      case "estimate" -> new EstimateCommand();
      case "ingest" -> new Ingest();
      case "derive" -> new DeriveCommand();
      case "simulate" -> Simulations.line();
      case "report" -> new ReportCommand();
      case "explain" -> new ExplainCommand();
      case "restore" -> new RestoreCommand();
      case "rebuild" -> new RebuildCommand();
      case "compact" -> new CompactCommand();
      case "check" -> new CheckCommand();
      case "publish" -> new PublishCommand();
      case "sql" -> new SqlCommand();
      case "serve" -> new ServeCommand();
      case "views" -> {
        CommonOptions common = new CommonOptions();
        yield ViewsCommand.line(common, common::settings);
      }
      case "completion" -> new CompletionCommand();
      case "help" -> new CommandLine.HelpCommand();
      default -> throw new IllegalArgumentException(verb);
    };
  }

  /**
   * Completes the help of verbs. Their first sentence is put into one string, as lists of verbs
   * print only that. Lists of formats are filled in, and option --help-all is added.
   */
  private static void completeHelp(CommandLine line) {
    for (CommandLine verb : line.getSubcommands().values()) {
      CommandSpec spec = verb.getCommandSpec();
      String first = VerbHelp.firstSentence(spec);
      String all = FormatLists.filled(String.join(" ", spec.usageMessage().description()));
      String rest = all.substring(first.length());
      // The join turned an empty line between paragraphs into two blanks.
      String paragraphs = rest.isBlank() ? "" : "\n" + rest.strip().replaceAll(" {2,}", "\n\n");
      spec.usageMessage().description((first + paragraphs).split("\n"));
      if (verb.getSubcommands().isEmpty() && spec.findOption("--help") != null) {
        VerbHelp.addCommonOptions(spec);
      }
      completeHelp(verb);
    }
  }

  /**
   * Reports wrong usage. It refers to the help of a verb, which is long; a verb with verbs below it
   * prints their list.
   */
  private static int reportWrongUse(ParameterException fault) {
    CommandLine verb = fault.getCommandLine();
    ErrorMessages.print(message(fault));
    boolean mistyped = false;
    if (fault instanceof UnmatchedArgumentException unmatched) {
      List<String> suggestions = unmatched.getSuggestions();
      mistyped = !suggestions.isEmpty();
      if (mistyped) {
        System.err.println("varve: did you mean " + String.join(" or ", suggestions) + "?");
      }
    }
    if (mistyped || verb.getSubcommands().isEmpty()) {
      System.err.println("varve: see " + verb.getCommandSpec().qualifiedName() + " --help");
    } else {
      verb.usage(System.err);
    }
    return ExitCodes.USAGE;
  }

  /**
   * The message of a fault. If the first unmatched word should be a verb, the message names only
   * this word, not the words behind it.
   */
  private static String message(ParameterException fault) {
    CommandLine verb = fault.getCommandLine();
    if (fault instanceof UnmatchedArgumentException unmatched && !verb.getSubcommands().isEmpty()) {
      String word = unmatched.getUnmatched().get(0);
      if (!word.startsWith("-")) {
        return "%s has no verb %s".formatted(verb.getCommandSpec().qualifiedName(), word);
      }
    }
    return String.valueOf(fault.getMessage());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a verb, such as demo");
  }

  /**
   * Verb {@code ingest}: reads inputs into a warehouse; the second word names the kind of input.
   */
  @Command(
      name = "ingest",
      description = "Reads inputs into a warehouse.",
      subcommands = {IngestRegistryCommand.class, IngestSnapshotsCommand.class},
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Examples:",
        "  varve ingest registry /var/lib/registry --warehouse /data/w",
        "  varve ingest snapshots /backups/vms --warehouse /data/w"
      })
  static final class Ingest implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "say what to ingest: registry or snapshots");
    }
  }

  /** Version of the program, from the manifest of its jar. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = CommandLines.class.getPackage().getImplementationVersion();
      return new String[] {"varve " + (version == null ? "development" : version)};
    }
  }
}
