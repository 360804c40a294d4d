package dev.varve.jobs.cli;

import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.derive.sharing.Derive;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Verb {@code derive}: computes the tables that reports need from the ingested ones. */
@Command(
    name = "derive",
    description = "Computes the sharing degrees that reports build on, from all that is ingested.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  varve derive --warehouse /data/w"})
final class DeriveCommand implements Callable<Integer> {
  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    SettingReader settings = common.settings();
    Derive derive = Derive.read(settings);
    try (Runs runs = common.openRuns("derive", settings)) {
      RunSummary summary = derive.run(runs, warehouse);
      if (!common.isQuiet()) {
        System.err.print(Summaries.derived(summary));
      }
      return ExitCodes.DONE;
    }
  }
}
