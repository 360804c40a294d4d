package dev.varve.jobs.cli;

import dev.varve.jobs.catalog.CatalogSettings;
import dev.varve.jobs.catalog.Registration;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.Runs;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Verb {@code publish}: makes the tables of a warehouse known elsewhere; the second word says
 * where.
 */
@Command(
    name = "publish",
    description = "Registers the tables of a warehouse in a catalog.",
    subcommands = PublishCommand.Iceberg.class,
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  varve publish iceberg --warehouse /data/w --conf catalog.conf"})
final class PublishCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say in which kind of catalog: iceberg");
  }

  /** Verb {@code publish iceberg}: registers the tables in an Iceberg catalog. */
  @Command(
      name = "iceberg",
      description = {
        "Registers the tables of a warehouse in an Iceberg catalog, over the files that are there.",
        "Nothing is copied or rewritten. Settings catalog.* name the catalog. Once they are set, each",
        "publication of a run does the same by itself; this verb catches up what a catalog missed"
            + " while it was away, and tells what it changed."
      },
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Examples:",
        "  varve publish iceberg --warehouse w --set catalog.type=hadoop --set catalog.warehouse=/data/c",
        "  varve publish iceberg --warehouse hdfs://nn/w --conf catalog.conf"
      })
  static final class Iceberg implements Callable<Integer> {
    @Option(
        names = "--warehouse",
        required = true,
        paramLabel = "W",
        description = "The warehouse.")
    private String warehouse = "";

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws Exception {
      SettingReader settings = common.settings();
      CatalogSettings catalog = CatalogSettings.read(settings);
      if (!catalog.isSet()) {
        settings.fault(
            "publish iceberg needs a catalog, such as --set catalog.type=hadoop --set"
                + " catalog.warehouse=/data/catalog");
      }
      long begin = System.nanoTime();
      try (Runs runs = common.openRuns("publish iceberg", settings)) {
        Registration done = runs.register(warehouse);
        if (!common.isQuiet()) {
          System.err.print(text(catalog.place(), done, (System.nanoTime() - begin) / 1e9));
        }
        return ExitCodes.DONE;
      }
    }

    private static String text(String place, Registration done, double seconds) {
      return String.format(
          Locale.ROOT,
          "%s: %d of %d tables changed, %d of them new; files: %,d added, %,d taken out;"
              + " %,d snapshots expired; %.1f s%n",
          place,
          done.changed(),
          done.tables(),
          done.created(),
          done.appended(),
          done.removed(),
          done.expired(),
          seconds);
    }
  }
}
