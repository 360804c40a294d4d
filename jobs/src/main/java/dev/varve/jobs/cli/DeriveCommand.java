package dev.varve.jobs.cli;

import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.report.Sizes;
import dev.varve.jobs.run.Engine;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.sharing.Derive;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code derive}. */
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
    Settings settings = common.settings();
    try (Engine engine = CommonOptions.engine("derive", settings)) {
      SparkSession spark = engine.session();
      Warehouses.existing(spark, warehouse);
      RunSummary summary = new Derive(spark, settings, common.reporter()).run(warehouse);
      if (!common.isQuiet()) {
        System.err.printf(
            "derived   %s rows in %s%n",
            summary.counts(), Sizes.time(summary.took().toMillis() / 1e3));
      }
      return ExitCodes.DONE;
    }
  }
}
