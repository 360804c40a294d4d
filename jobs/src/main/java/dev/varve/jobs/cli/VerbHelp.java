package dev.varve.jobs.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Help of a verb: its most important options and its examples, or with {@code --help-all} every
 * option. Values such as {@code 1MiB,4MiB} are kept on one line.
 *
 * @param showsAllOptions whether every option is shown
 */
record VerbHelp(boolean showsAllOptions) implements CommandLine.IHelpFactory {
  static final String ALL = "--help-all";

  /** Most options in the short help of a verb. */
  static final int MAX_SHORT_HELP_OPTIONS = 5;

  private static final String STRICT = "--strict";

  /** Verbs that reject inputs, and so have option --strict. */
  private static final Set<String> VERBS_WITH_STRICT = Set.of("ingest", "estimate", "rebuild");

  /** Options of every verb, which the short help of none shows. */
  private static final Set<String> COMMON =
      Set.of("--master", "--conf", "--set", "--quiet", STRICT, "--help", ALL, "--version");

  /**
   * Options in the short help of the verbs that have more than {@link #MAX_SHORT_HELP_OPTIONS} of
   * their own.
   */
  private static final Map<String, String> SHORT_HELP =
      Map.ofEntries(
          Map.entry("ingest registry", "warehouse report chunks measure-pull strict"),
          Map.entry("simulate backup", "warehouse sigma machines rules block-bytes"),
          Map.entry("simulate availability", "warehouse failed replicas placement published"),
          Map.entry(
              "simulate durability",
              "warehouse replicas placement mean-hours-to-failure machine-bytes-per-second"),
          Map.entry(
              "simulate deletion", "warehouse order false-positive-ratio most-leaked-ratio repair"),
          Map.entry("simulate pulls", "warehouse trace backends servers experiment"),
          Map.entry("simulate chains", "warehouse kinds snapshots access trace"),
          Map.entry("simulate startup", "warehouse accesses strace categories bytes-per-second"),
          Map.entry(
              "simulate formats",
              "warehouse latency-millis bytes-per-second unpack-bytes-per-second connections"),
          Map.entry("simulate retention", "warehouse keep-newest older-than untagged tools"),
          Map.entry("simulate layers", "warehouse where max-layers learn-ratio together"),
          Map.entry("report", "warehouse format out where explain"),
          Map.entry("check", "warehouse files repair deep columns"),
          Map.entry("sql", "warehouse format columns wide engine"));

  /** Characters within a value at which picocli would break a line. */
  private static final Pattern BREAKABLE =
      Pattern.compile("(?<=\\S)[.,=/:](?=\\S)|(?<=\\d) (?=[KMGT]i?B\\b)");

  /**
   * Start of a private range of Unicode. While picocli breaks lines, characters that match {@link
   * #BREAKABLE} are replaced by this plus their code; {@link #unmarked} puts them back.
   */
  private static final char MARK_BASE = '\ue000';

  private static final int ASCII_SIZE = 128;

  /** Adds option --help-all to a verb, and hides --strict if the verb rejects no inputs. */
  static void addCommonOptions(CommandSpec verb) {
    verb.addOption(
        OptionSpec.builder(ALL)
            .type(boolean.class)
            .description("Show every option of the verb and exit.")
            .build());
    OptionSpec strict = verb.findOption(STRICT);
    if (strict != null && !VERBS_WITH_STRICT.contains(name(verb).split(" ", 2)[0])) {
      replace(verb, strict, true, UnaryOperator.identity());
    }
  }

  @Override
  public Help create(CommandSpec verb, Help.ColorScheme colors) {
    if (verb.findOption(ALL) != null) {
      UsageMessageSpec usage = verb.usageMessage();
      if (!showsAllOptions) {
        int hidden = shorten(verb);
        usage.sortOptions(false);
        if (hidden > 0) {
          usage.footer(
              Stream.concat(
                      Stream.of("", "More options: varve " + name(verb) + " " + ALL),
                      Stream.of(usage.footer()))
                  .toArray(String[]::new));
        }
      }
      for (OptionSpec option : List.copyOf(verb.options())) {
        replace(verb, option, option.hidden(), VerbHelp::marked);
      }
      for (PositionalParamSpec parameter : List.copyOf(verb.positionalParameters())) {
        verb.remove(parameter);
        verb.add(
            PositionalParamSpec.builder(parameter)
                .description(escaped(marked(parameter.description())))
                .build());
      }
      usage.description(marked(usage.description()));
      usage.footer(marked(usage.footer()));
      for (String section :
          List.of(
              UsageMessageSpec.SECTION_KEY_OPTION_LIST,
              UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
              UsageMessageSpec.SECTION_KEY_DESCRIPTION,
              UsageMessageSpec.SECTION_KEY_FOOTER)) {
        usage
            .sectionMap()
            .computeIfPresent(section, (key, lines) -> help -> unmarked(lines.render(help)));
      }
    }
    return new Help(verb, colors);
  }

  /** The first sentence of the description of a verb. */
  static String firstSentence(CommandSpec verb) {
    String all = String.join(" ", verb.usageMessage().description());
    int end = all.indexOf(". ");
    return end < 0 ? all : all.substring(0, end + 1);
  }

  /** The names of the options in the short help, in their order. */
  static List<String> shortHelpOptions(CommandSpec verb) {
    String names = SHORT_HELP.get(name(verb));
    return names == null
        ? verb.options().stream()
            .filter(option -> !option.hidden() && !COMMON.contains(option.longestName()))
            .map(OptionSpec::longestName)
            .toList()
        : Stream.of(names.split(" ")).map("--"::concat).toList();
  }

  /**
   * Hides all options but those of the short help, and orders these.
   *
   * @return number of options that were hidden
   */
  private static int shorten(CommandSpec verb) {
    List<String> leading = shortHelpOptions(verb);
    int hidden = 0;
    for (OptionSpec option : List.copyOf(verb.options())) {
      if (!option.hidden() && !leading.contains(option.longestName())) {
        replace(verb, option, true, UnaryOperator.identity());
        hidden++;
      }
    }
    for (String name : leading) {
      OptionSpec option = verb.findOption(name);
      if (option == null) {
        throw new IllegalStateException(name(verb) + " has no option " + name);
      }
      replace(verb, option, false, UnaryOperator.identity());
    }
    return hidden;
  }

  private static void replace(
      CommandSpec verb, OptionSpec option, boolean hidden, UnaryOperator<String[]> description) {
    verb.remove(option);
    verb.addOption(
        OptionSpec.builder(option)
            .hidden(hidden)
            .description(escaped(description.apply(option.description())))
            .build());
  }

  /**
   * Escapes descriptions. Picocli returns them formatted, with a single percent sign, and formats
   * them again when set.
   */
  private static String[] escaped(String... texts) {
    return Stream.of(texts).map(text -> text.replace("%", "%%")).toArray(String[]::new);
  }

  private static String name(CommandSpec verb) {
    return verb.qualifiedName().replaceFirst("^varve ", "");
  }

  /** Replaces the characters within values at which a line would be broken. */
  private static String[] marked(String... texts) {
    return Stream.of(texts)
        .map(
            text ->
                BREAKABLE
                    .matcher(text)
                    .replaceAll(
                        sign -> String.valueOf((char) (MARK_BASE + sign.group().charAt(0)))))
        .toArray(String[]::new);
  }

  private static String unmarked(String text) {
    StringBuilder plain = new StringBuilder(text);
    for (int at = 0; at < plain.length(); at++) {
      char character = plain.charAt(at);
      if (character >= MARK_BASE && character < MARK_BASE + ASCII_SIZE) {
        plain.setCharAt(at, (char) (character - MARK_BASE));
      }
    }
    return plain.toString();
  }
}
