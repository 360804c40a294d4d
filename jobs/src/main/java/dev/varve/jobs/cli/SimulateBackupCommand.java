package dev.varve.jobs.cli;

import dev.varve.jobs.backup.SimulateBackup;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.report.Sizes;
import dev.varve.jobs.run.Engine;
import dev.varve.jobs.run.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code simulate backup}. */
@Command(
    name = "backup",
    description = {
      "Backs up every VM's snapshots in order by the VM-centric scheme (versions, similar segments of",
      "the parent, popular data), beside SRB, beside perfect deduplication. Everything else is a",
      "setting below backup in conf/reference.conf, with the published set-up as default."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve simulate backup --warehouse /data/w",
      "  varve simulate backup --warehouse /data/w --sigma 0.04 --machines 20",
      "  varve simulate backup --warehouse /data/w --set backup.rules=checksum+similar"
    })
final class SimulateBackupCommand implements Callable<Integer> {
  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Option(
      names = "--sigma",
      paramLabel = "SHARE",
      description = "Popular share of the unique chunks; 0.02 unless set.")
  private @Nullable String sigma;

  @Option(
      names = "--machines",
      paramLabel = "P",
      description = "Machines, and bins of SRB; 100 unless set.")
  private @Nullable String machines;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    List<String> options = new ArrayList<>();
    if (sigma != null) {
      options.add("backup.sigma=" + sigma);
    }
    if (machines != null) {
      options.add("backup.machines=" + machines);
    }
    Settings settings = common.settingsWith(options);
    try (Engine engine = CommonOptions.engine("simulate backup", settings)) {
      SparkSession spark = engine.session();
      Warehouses.existing(spark, warehouse);
      RunSummary summary = new SimulateBackup(spark, settings, common.reporter()).run(warehouse);
      if (!common.isQuiet()) {
        System.err.printf(
            Locale.ROOT,
            "simulated %,d VMs, %,d chunk references, %,d unique chunks in %s; see: varve report"
                + " backup-efficiency%n",
            summary.count("vms"),
            summary.count("references"),
            summary.count("unique_chunks"),
            Sizes.time(summary.took().toMillis() / 1e3));
      }
      return ExitCodes.DONE;
    }
  }
}
