package dev.varve.jobs.cli;

import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.MeasurementOptions;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.derive.sharing.Derive;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options and steps that the verbs of ingest have in common. */
final class IngestOptions {
  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "Where to write.")
  private String warehouse = "";

  @Option(
      names = "--report",
      description = "Derives, too, and ends with what report says: what matters first.")
  private boolean report;

  @Mixin private CommonOptions common = new CommonOptions();

  /**
   * The settings.
   *
   * @param options assignments {@code key=value} that options of the verb stand for
   */
  SettingReader settings(List<String> options) {
    return common.settings(null, options);
  }

  /** The settings with the measurements that options request. */
  SettingReader settings(MeasurementOptions measurements) {
    return measurements.settings(common);
  }

  /** Ingest of one kind of input. */
  interface Ingest {
    RunSummary run(Runs runs, String warehouse) throws IOException;
  }

  /** Text of the summary at the end of an ingest. */
  interface Summary {
    String of(RunSummary run, String warehouse);
  }

  /**
   * Ingests, and with --report also derives and prints the headline.
   *
   * @return the exit code
   */
  int run(String verb, SettingReader settings, Ingest ingest, Summary summaryText)
      throws IOException {
    Derive derive = Derive.read(settings);
    try (Runs runs = common.openRuns(verb, settings)) {
      RunSummary summary = ingest.run(runs, warehouse);
      if (!common.isQuiet()) {
        System.err.print(summaryText.of(summary, warehouse));
      }
      if (report) {
        derive.run(runs, warehouse);
        CommonOptions.printHeadline(verb, settings, warehouse);
      }
      return common.exitCode(summary);
    }
  }
}
