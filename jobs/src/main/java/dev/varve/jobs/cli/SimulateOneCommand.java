package dev.varve.jobs.cli;

import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.Format;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.report.Sizes;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.conf.Setting;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/**
 * Verb {@code simulate NAME}: runs option simulation. Each key of its section in {@code
 * conf/reference.conf} is an option, whose help is the comment above the key.
 */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
final class SimulateOneCommand implements Callable<Integer> {
  private static final String SWEEP = "sweep";

  private final Simulation simulation;
  private final CommandSpec spec;

  @Option(names = "--warehouse", paramLabel = "W", description = "The warehouse.")
  private @Nullable String warehouse;

  @Mixin private CommonOptions common = new CommonOptions();

  private SimulateOneCommand(Simulation simulation) {
    this.simulation = simulation;
    this.spec = CommandSpec.forAnnotatedObject(this);
  }

  /** The command of a simulation, with an option for each of its settings. */
  static CommandSpec spec(Simulation simulation) {
    CommandSpec spec = new SimulateOneCommand(simulation).spec;
    Simulation.About about = simulation.about();
    spec.name(about.name());
    spec.usageMessage().description(about.help());
    spec.usageMessage()
        .footer(
            Stream.concat(
                    Stream.of("", "Examples:"),
                    Stream.of(about.examples())
                        .map(words -> "  varve simulate " + about.name() + " " + words))
                .toArray(String[]::new));
    for (Simulation.Switch option : about.switches()) {
      spec.addOption(flag(option.name(), option.help()));
    }
    if (Setting.sweeps(about.name())) {
      spec.addOption(
          flag(
              SWEEP,
              "Varies the settings listed in the section sweep, except those given as options."));
    }
    settings(simulation).forEach(setting -> spec.addOption(option(setting)));
    return spec;
  }

  private static List<Setting> settings(Simulation simulation) {
    List<Setting> settings = new ArrayList<>(Setting.of(simulation.name()));
    for (String key : simulation.about().sharedKeys()) {
      settings.add(Setting.named(key));
    }
    return settings;
  }

  private static OptionSpec flag(String name, String help) {
    return OptionSpec.builder("--" + name).type(boolean.class).description(help).build();
  }

  private static OptionSpec option(Setting setting) {
    String defaultText =
        setting.defaultValue().isEmpty() ? "" : " Default: " + setting.defaultValue() + ".";
    String help = String.join(" ", setting.comment()) + defaultText;
    return OptionSpec.builder("--" + setting.name())
        .type(String.class)
        .paramLabel(setting.isList() ? "LIST" : "VALUE")
        .description(help.strip().replace("%", "%%"))
        .build();
  }

  @Override
  public Integer call() throws Exception {
    String name = simulation.name();
    List<String> assignments = new ArrayList<>();
    Set<String> options = new HashSet<>();
    for (Setting setting : settings(simulation)) {
      String value = spec.findOption("--" + setting.name()).getValue();
      if (value != null) {
        assignments.add(setting.key() + "=" + value);
        options.add(setting.name());
      }
    }
    SettingReader settings = common.settings(null, assignments);
    Set<String> switches = switches();
    if (switches.contains(SWEEP)) {
      settings.overlay(name, name + "." + SWEEP, options);
    }
    Simulation.Job job = simulation.read(new Simulation.Request(settings, options, switches));
    if (warehouse == null && !job.needsNoWarehouse()) {
      settings.fault("name the warehouse with --warehouse W");
    }
    try (Runs runs = common.openRuns("simulate " + name, settings)) {
      Simulation.Printed printed = job.printed(runs);
      if (printed != null) {
        print(printed);
        if (!common.isQuiet()) {
          System.err.println(printed.summary());
        }
      }
      if (warehouse != null) {
        printSummary(job, job.run(runs, warehouse), warehouse);
      }
      return ExitCodes.DONE;
    }
  }

  private Set<String> switches() {
    Set<String> given = new HashSet<>();
    Stream.concat(
            Stream.of(simulation.about().switches()).map(Simulation.Switch::name), Stream.of(SWEEP))
        .filter(
            name -> {
              OptionSpec option = spec.findOption("--" + name);
              return option != null && Boolean.TRUE.equals(option.getValue());
            })
        .forEach(given::add);
    return given;
  }

  private static void print(Simulation.Printed printed) throws IOException {
    List<Answer.Column> columns =
        printed.columns().stream()
            .map(name -> new Answer.Column(name, ColumnUnit.TEXT, null))
            .toList();
    try (Document document = Format.CSV.onStandardOutput(TableStyle.PLAIN)) {
      document.all(List.of(new Answer("", List.of(), columns, printed.rows())));
    }
  }

  private void printSummary(Simulation.Job job, RunSummary run, String location) {
    if (!common.isQuiet()) {
      System.err.printf(
          Locale.ROOT,
          "simulated %s in %s%nsee       varve report %s --warehouse %s%n",
          job.summary(run),
          Sizes.time(run.seconds()),
          String.join(" ", job.reports(run, List.of(simulation.about().reports()))),
          PrintedText.visible(location));
    }
  }
}
