package dev.varve.jobs.cli;

import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.ingest.Compaction;
import dev.varve.jobs.ingest.IngestSettings;
import dev.varve.jobs.warehouse.past.Moment;
import dev.varve.jobs.warehouse.past.PastRuns;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Verb {@code compact}: drops the rows of what has been gone from its source for long. */
@Command(
    name = "compact",
    description = {
      "Drops the rows of what has been gone from its source for long, and of what depends on it."
          + " Answers as of a time before that lack them from then on. Small files and the journals"
          + " of many runs are joined, so that later runs read few. In an object store, files that"
          + " were replaced by then are deleted, and those of earlier runs that were never published."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  varve compact --warehouse /data/w --before 90d"})
final class CompactCommand implements Callable<Integer> {
  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Option(
      names = "--before",
      required = true,
      paramLabel = "RUN",
      description =
          "Drops what was gone by then and has not come back: 90d, a day, a time in UTC, or a run as"
              + " in varve report --as-of.")
  private String before = "";

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    SettingReader settings = common.settings();
    long fileBytes = settings.bind("ingest", IngestSettings.class).fileBytes();
    try (Runs runs = common.openRuns("compact", settings)) {
      runs.requireCatalog(warehouse);
      RunSummary summary = Compaction.run(runs, warehouse, moment(runs), fileBytes);
      if (!common.isQuiet()) {
        System.err.print(Summaries.compacted(summary));
      }
      return ExitCodes.DONE;
    }
  }

  private Moment moment(Runs runs) throws IOException {
    List<PastRuns.PastRun> past = new ArrayList<>();
    runs.read(
        warehouse,
        (engine, files) -> {
          engine.files("run", Tables.columns("run"), files.files("run"));
          engine.each(Query.of(PastRuns.SQL), PastRuns.PastRun.class, past::add);
        });
    Moment moment;
    try {
      moment = new PastRuns(past).moment(before);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingsException(List.of("--before " + e.getMessage()));
    }
    // A time in whole seconds stands for the end of its second.
    if (moment.at().isAfter(Instant.now().plusSeconds(1))) {
      throw new InvalidSettingsException(
          List.of(
              "--before %s is in the future: nothing can be gone by then yet. 0d stands for now"
                  .formatted(before)));
    }
    return moment;
  }
}
