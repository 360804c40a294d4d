package dev.varve.jobs.cli;

import dev.varve.jobs.conf.DeletionSettings;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.deletion.SimulateDeletion;
import dev.varve.jobs.report.Sizes;
import dev.varve.jobs.run.Engine;
import dev.varve.jobs.run.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code simulate deletion}. */
@Command(
    name = "deletion",
    description = {
      "Deletes the snapshots of every VM one after another by Bloom summaries: a chunk goes unless the",
      "OR of the live snapshots' summaries holds it. What that leaks is measured exactly, beside what",
      "the formula predicts; a VM is marked and swept when the repair rule says so. Popular data",
      "(backup.sigma) is never deleted this way. A LIST is values with commas: every combination",
      "stands in table deletion_result, one row a VM and deletion. Defaults are in conf/reference.conf."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve simulate deletion --warehouse /data/w",
      "  varve simulate deletion --warehouse /data/w --order oldest-first,random --repair never"
    })
final class SimulateDeletionCommand implements Callable<Integer> {
  private static final String ROOT = "deletion.";

  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Option(
      names = "--order",
      paramLabel = "LIST",
      description = "oldest-first, newest-first, random.")
  private @Nullable String order;

  @Option(
      names = "--false-positive-ratio",
      paramLabel = "LIST",
      description = "eps of the summaries.")
  private @Nullable String falsePositiveRatio;

  @Option(
      names = "--most-leaked-ratio",
      paramLabel = "LIST",
      description = "tau: the leaked share that is suffered.")
  private @Nullable String mostLeakedRatio;

  @Option(names = "--repair", paramLabel = "LIST", description = "published, cautious, never.")
  private @Nullable String repair;

  @Option(
      names = "--retained",
      paramLabel = "H",
      description =
          "Snapshots that live at first, the others come one before each deletion; 0: all.")
  private @Nullable String retained;

  @Option(names = "--seed", paramLabel = "N", description = "Of the random order.")
  private @Nullable String seed;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    Settings settings = common.settingsWith(options());
    DeletionSettings asked = DeletionSettings.read(settings.all());
    try (Engine engine = CommonOptions.engine("simulate deletion", settings)) {
      SparkSession spark = engine.session();
      Warehouses.existing(spark, warehouse);
      RunSummary run =
          new SimulateDeletion(spark, settings, common.reporter()).run(warehouse, asked);
      if (!common.isQuiet()) {
        System.err.printf(
            "simulated %,d deletions of %,d VMs in %s; see: varve report deletion-leakage%n",
            run.count("deletion_result"),
            run.count("vms"),
            Sizes.time(run.took().toMillis() / 1e3));
      }
      return ExitCodes.DONE;
    }
  }

  private List<String> options() {
    List<String> set = new ArrayList<>();
    SimulationOptions.add(set, ROOT + "order", order);
    SimulationOptions.add(set, ROOT + "false-positive-ratio", falsePositiveRatio);
    SimulationOptions.add(set, ROOT + "most-leaked-ratio", mostLeakedRatio);
    SimulationOptions.add(set, ROOT + "repair", repair);
    SimulationOptions.add(set, ROOT + "retained", retained);
    SimulationOptions.add(set, "simulation.seed", seed);
    return set;
  }
}
