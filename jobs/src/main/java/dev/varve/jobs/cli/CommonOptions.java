package dev.varve.jobs.cli;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.run.Engine;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.RunSummary;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that every verb takes. */
final class CommonOptions {
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
      description = "Settings over those of conf/reference.conf.")
  private @Nullable File conf;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "One setting, such as ingest.task-bytes=1GiB or spark.executor.memory=4g.")
  private List<String> assignments = new ArrayList<>();

  @Option(names = "--quiet", description = "No progress and no summary; results and errors only.")
  private boolean quiet;

  @Option(
      names = "--strict",
      description = "Exit with 3 when an ingest rejected anything; other verbs reject nothing.")
  private boolean strict;

  /** The settings, over defaults that a verb has of its own. */
  Settings settings(String... defaults) {
    return settings(List.of(defaults), List.of());
  }

  /** The settings, with those that options of the verb set. */
  Settings settingsWith(List<String> options) {
    return settings(List.of(), options);
  }

  private Settings settings(List<String> defaults, List<String> options) {
    List<String> all = new ArrayList<>(assignments);
    all.addAll(options);
    if (master != null && Engine.isSubmitted()) {
      throw new InvalidSettingsException(
          List.of("--master: spark-submit has chosen " + System.getProperty("spark.master")));
    }
    if (master != null) {
      all.add("spark.master=" + master);
    }
    return Settings.read(defaults, conf, all);
  }

  Reporter reporter() {
    return quiet ? Console.quiet() : Console.talking();
  }

  /** How a run ends that rejected what it did. */
  int ended(RunSummary summary) {
    return strict && summary.count("rejections") > 0 ? ExitCodes.REJECTED : ExitCodes.DONE;
  }

  boolean isQuiet() {
    return quiet;
  }

  static Engine engine(String verb, Settings settings) {
    return Engine.open(verb, settings);
  }
}
