package dev.varve.jobs.cli.option;

import dev.varve.jobs.answer.headline.Headline;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.query.QuerySettings;
import dev.varve.jobs.cli.console.Console;
import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.cli.screen.Screen;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.run.Reporter;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.spark.SparkMaster;
import dev.varve.jobs.store.registry.HostLines;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that every verb takes. */
public final class CommonOptions {
  /** Help of option --engine of the verbs that only read. */
  public static final String ENGINE =
      "What answers: duckdb, spark, or auto: spark on a cluster, or where the warehouse is large and on"
          + " a remote store; else duckdb.";

  /** Begin of a setting: a key with a dot, and an equals sign. */
  private static final Pattern ASSIGNMENT = Pattern.compile("\\s*[\\w-]+(\\.[\\w-]+)+\\s*=");

  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "Cores of the embedded engine, as in local[4]; all unless given. On a cluster the program"
              + " runs under spark-submit, which has this option itself.")
  private @Nullable String master;

  @Option(
      names = "--conf",
      paramLabel = "FILE",
      description = "A file of settings that overrides conf/reference.conf.")
  private @Nullable File conf;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "One setting, such as tuning.ingest.task-bytes=1GiB or spark.executor.memory=4g.")
  private List<String> assignments = new ArrayList<>();

  @Option(names = "--quiet", description = "No progress and no summary; results and errors only.")
  private boolean quiet;

  @Option(names = "--strict", description = "Exit with 3 when anything was rejected.")
  private boolean strict;

  /**
   * The settings, which verbs read section by section.
   *
   * @param profile a file of {@code conf} that the verb overlays on the defaults, or null
   * @param options assignments {@code key=value} that options of the verb stand for
   */
  public SettingReader settings(@Nullable String profile, List<String> options) {
    assignments.forEach(CommonOptions::warnOfSecret);
    List<String> all = new ArrayList<>(assignments);
    all.addAll(options);
    if (master != null) {
      all.add("spark.master=" + master);
    }
    SettingReader settings = SettingReader.of(profile, conf, all);
    if (master != null && SparkMaster.isSubmitted()) {
      settings.fault("--master: spark-submit has chosen " + System.getProperty("spark.master"));
    }
    return settings;
  }

  /** Warns of a secret in an option: all users of a machine can see command lines. */
  private static void warnOfSecret(String assignment) {
    String[] parts = assignment.split("=", 2);
    String key = parts[0].trim();
    if (parts.length > 1 && Settings.isSecret(key, parts[1])) {
      System.err.println(
          "varve: warning: other users of this machine can read "
              + key
              + " on the command line; put it into a file that only you can read, for --conf");
    }
  }

  /**
   * Takes out of --set, and returns, the values that are no settings but conditions on rows, such
   * as {@code repository = 'team/app'}. Conditions were given by --set before there was --where;
   * calls written then still work. The key of a setting has a dot, that of a condition has none.
   */
  public List<String> takeConditions() {
    List<String> conditions =
        assignments.stream()
            .filter(assignment -> !ASSIGNMENT.matcher(assignment).lookingAt())
            .toList();
    assignments = new ArrayList<>(assignments);
    assignments.removeAll(conditions);
    return conditions;
  }

  /** The settings without options of the verb. */
  public SettingReader settings() {
    return settings(null, List.of());
  }

  /**
   * The settings of a verb that only reads.
   *
   * @param engine the requested engine, or null
   */
  public SettingReader settingsToRead(@Nullable String engine) {
    return settings(null, engine == null ? List.of() : List.of("engine.name=" + engine));
  }

  /**
   * Prepares runs of a verb. Call it last: it throws all faults collected while settings were read.
   */
  public Runs openRuns(String verb, SettingReader settings) {
    return Runs.open(verb, settings, startReporter());
  }

  /** Makes the reporter of progress, and lets it print the waits for registries of this program. */
  private Reporter startReporter() {
    Reporter reporter = quiet ? Console.quiet() : Console.verbose();
    HostLines.printBy(reporter::note);
    return reporter;
  }

  /**
   * The exit code of a run: with --strict, rejections make it 3. With --quiet the rejections are
   * printed then, as no summary names them.
   */
  public int exitCode(RunSummary summary) {
    boolean failed = strict && summary.count("rejections") > 0;
    if (failed && quiet) {
      System.err.print(Summaries.rejected(summary));
    }
    return failed ? ExitCodes.REJECTED : ExitCodes.DONE;
  }

  public boolean isQuiet() {
    return quiet;
  }

  /**
   * Opens a warehouse for questions, and warns of an unfinished publication. Call it last: it
   * throws all faults collected while settings were read.
   */
  public static Queries openQueries(String verb, SettingReader settings, String warehouse)
      throws IOException {
    QuerySettings query = QuerySettings.read(settings);
    Queries queries = Queries.open(verb, settings.finish(), query, warehouse);
    if (queries.isUnfinished()) {
      warnOfUnfinished();
    }
    return queries;
  }

  /** Warns that other programs see only a part of a publication. */
  public static void warnOfUnfinished() {
    System.err.println(
        "varve: a publication of a run that ended early, or is under way, is not carried out yet;"
            + " these answers have its rows, programs that read the folders see a part");
  }

  /**
   * Prints the headline of a warehouse. Call it last: it throws all faults collected while settings
   * were read.
   *
   * @return whether all checks that were run pass
   */
  public static boolean printHeadline(String verb, SettingReader settings, String warehouse)
      throws IOException {
    try (Queries queries = openQueries(verb, settings, warehouse)) {
      Headline headline = Headline.of(queries);
      System.out.println();
      headline.lines(Screen.here().style()).forEach(System.out::println);
      return headline.isFaultless();
    }
  }
}
