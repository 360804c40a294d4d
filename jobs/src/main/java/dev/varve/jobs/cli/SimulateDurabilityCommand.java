package dev.varve.jobs.cli;

import dev.varve.jobs.availability.SimulateAvailability.Source;
import dev.varve.jobs.availability.SimulateDurability;
import dev.varve.jobs.conf.DurabilitySettings;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.conf.SyntheticSettings;
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

/** {@code simulate durability}. */
@Command(
    name = "durability",
    description = {
      "How likely a year loses any block: machines fail and are filled again, event by event, at the",
      "bandwidth that repairs are given; beside it stands the Markov chain. The blocks are those of",
      "simulate availability. A LIST is values with commas: every combination is a row of table",
      "durability_result. Bandwidths and all other defaults are in conf/reference.conf."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve simulate durability --warehouse /data/w --replicas 2,3",
      "  varve simulate durability --warehouse /data/w --set durability.machine-bytes-per-second=50MB"
    })
final class SimulateDurabilityCommand implements Callable<Integer> {
  private static final String ROOT = "durability.";

  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Option(
      names = "--synthetic",
      description = "A fleet made up from the seed, not the warehouse's.")
  private boolean synthetic;

  @Option(names = "--machines", paramLabel = "LIST", description = "p.")
  private @Nullable String machines;

  @Option(
      names = "--replicas",
      paramLabel = "LIST",
      description = "r of private blocks: 3, or rs-6-3 for Reed-Solomon.")
  private @Nullable String replicas;

  @Option(
      names = "--popular-replicas",
      paramLabel = "LIST",
      description = "r_c of popular blocks, written alike.")
  private @Nullable String popularReplicas;

  @Option(
      names = "--placement",
      paramLabel = "LIST",
      description = "uniform, rack-aware, consistent-hash, copyset.")
  private @Nullable String placement;

  @Option(names = "--mean-hours-to-failure", paramLabel = "LIST", description = "Of one machine.")
  private @Nullable String meanHours;

  @Option(
      names = "--repair-work",
      paramLabel = "KIND",
      description = "fixed, or exponential as the Markov chain has it.")
  private @Nullable String repairWork;

  @Option(names = "--years", paramLabel = "N", description = "Length of a trial.")
  private @Nullable String years;

  @Option(names = "--trials", paramLabel = "N", description = "Trials a row.")
  private @Nullable String trials;

  @Option(names = "--vms", paramLabel = "N", description = "VMs of the synthetic fleet.")
  private @Nullable String vms;

  @Option(names = "--seed", paramLabel = "N", description = "Another seed, other failures.")
  private @Nullable String seed;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    Settings settings = common.settingsWith(options());
    DurabilitySettings asked = DurabilitySettings.read(settings.all());
    if (synthetic) {
      SyntheticSettings.read(settings.all());
    }
    try (Engine engine = CommonOptions.engine("simulate durability", settings)) {
      SparkSession spark = engine.session();
      if (!synthetic) {
        Warehouses.existing(spark, warehouse);
      }
      RunSummary run =
          new SimulateDurability(spark, settings, common.reporter())
              .run(warehouse, synthetic ? Source.SYNTHETIC : Source.COUNTED, asked);
      if (!common.isQuiet()) {
        System.err.printf(
            "simulated %d rows of durability_result in %s; see: varve report durability%n",
            run.count("cells"), Sizes.time(run.took().toMillis() / 1e3));
      }
      return ExitCodes.DONE;
    }
  }

  private List<String> options() {
    List<String> set = new ArrayList<>();
    SimulationOptions.add(set, ROOT + "machines", machines);
    SimulationOptions.add(set, ROOT + "replicas", replicas);
    SimulationOptions.add(set, ROOT + "popular-replicas", popularReplicas);
    SimulationOptions.add(set, ROOT + "placement", placement);
    SimulationOptions.add(set, ROOT + "mean-hours-to-failure", meanHours);
    SimulationOptions.add(set, ROOT + "repair-work", repairWork);
    SimulationOptions.add(set, ROOT + "years", years);
    SimulationOptions.add(set, ROOT + "trials", trials);
    SimulationOptions.add(set, "synthetic.vms", vms);
    SimulationOptions.add(set, "simulation.seed", seed);
    return set;
  }
}
