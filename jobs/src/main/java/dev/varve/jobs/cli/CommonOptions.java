package dev.varve.jobs.cli;

import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.job.Engine;
import dev.varve.jobs.job.Reporter;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that every verb takes. */
final class CommonOptions {
  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Where the engine runs; embedded unless given or set by spark-submit.")
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

  /** The settings, over defaults that a verb has of its own. */
  Settings settings(String... defaults) {
    List<String> all = new ArrayList<>(List.of(defaults));
    all.addAll(assignments);
    if (master != null) {
      all.add("spark.master=" + master);
    }
    return Settings.read(conf, all);
  }

  /** The settings, with those that options of the verb set. */
  Settings settingsWith(List<String> options) {
    List<String> all = new ArrayList<>(assignments);
    all.addAll(options);
    if (master != null) {
      all.add("spark.master=" + master);
    }
    return Settings.read(conf, all);
  }

  Reporter reporter() {
    return quiet ? Console.quiet() : Console.talking();
  }

  boolean isQuiet() {
    return quiet;
  }

  static SparkSession engine(String verb, Settings settings) {
    return Engine.open(verb, settings);
  }
}
