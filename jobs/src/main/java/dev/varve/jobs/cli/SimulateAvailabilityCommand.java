package dev.varve.jobs.cli;

import dev.varve.jobs.availability.SimulateAvailability;
import dev.varve.jobs.availability.SimulateAvailability.Source;
import dev.varve.jobs.conf.AvailabilitySettings;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.conf.SyntheticSettings;
import dev.varve.jobs.report.Rendering;
import dev.varve.jobs.report.Sizes;
import dev.varve.jobs.run.Engine;
import dev.varve.jobs.run.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code simulate availability}. */
@Command(
    name = "availability",
    description = {
      "How many VMs, or images of a registry, keep all of their data when machines fail. Places every",
      "block of the warehouse on the machines, fails machines, and counts; beside it stands the closed",
      "form where one holds. VM blocks are those of the last simulate backup (schemes vc and vo); the",
      "files of a registry are packed by layer, by repository and in one store. A LIST is values with",
      "commas: every combination is a row of table availability_result. Defaults are in",
      "conf/reference.conf."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve simulate availability --published",
      "  varve simulate availability --warehouse /data/w --machines 100 --failed 3,5,10",
      "  varve simulate availability --warehouse /data/w --sweep --placement uniform,copyset",
      "  varve simulate availability --warehouse /data/w --correlation racks --failed-racks 1,2",
      "  varve simulate availability --warehouse /data/s --synthetic --vms 25000 --machines 1000"
    })
final class SimulateAvailabilityCommand implements Callable<Integer> {
  private static final String ROOT = "availability.";

  @Option(
      names = "--warehouse",
      paramLabel = "W",
      description = "The warehouse; with --published it may be left out.")
  private @Nullable String warehouse;

  @Option(
      names = "--published",
      description = {
        "The published tables from their own block counts, printed, with the published figures;",
        "and stored, when there is a warehouse."
      })
  private boolean published;

  @Option(
      names = "--synthetic",
      description = "A fleet made up from the seed, not the warehouse's.")
  private boolean synthetic;

  @Option(
      names = "--sweep",
      description = {
        "What the options do not say is varied as availability.sweep lists it: machines,",
        "failed, replicas, popular-replicas, placement."
      })
  private boolean sweep;

  @Option(names = "--machines", paramLabel = "LIST", description = "p.")
  private @Nullable String machines;

  @Option(names = "--failed", paramLabel = "LIST", description = "d: machines that fail.")
  private @Nullable String failed;

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

  @Option(
      names = "--correlation",
      paramLabel = "LIST",
      description = {
        "What fails: exactly (--failed machines), independent (each with --fail-probability), racks",
        "(--failed-racks of them), rack-plus (one rack and --failed machines more)."
      })
  private @Nullable String correlation;

  @Option(names = "--fail-probability", paramLabel = "LIST", description = "q.")
  private @Nullable String failProbability;

  @Option(names = "--failed-racks", paramLabel = "LIST", description = "Racks that fail.")
  private @Nullable String failedRacks;

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = {
        "Failures drawn a row; 0 for closed forms alone; all for every choice of --failed machines",
        "once, on one placement: exact, for up to a million choices."
      })
  private @Nullable String trials;

  @Option(names = "--vms", paramLabel = "N", description = "VMs of the synthetic fleet.")
  private @Nullable String vms;

  @Option(names = "--seed", paramLabel = "N", description = "Another seed, other placements.")
  private @Nullable String seed;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    Settings settings = common.settingsWith(options());
    AvailabilitySettings asked =
        sweep
            ? AvailabilitySettings.sweep(settings.all())
            : AvailabilitySettings.read(settings.all());
    checkUse(settings);
    try (Engine engine = CommonOptions.engine("simulate availability", settings)) {
      SparkSession spark = engine.session();
      if (published) {
        Dataset<Row> rows = SimulateAvailability.published(spark);
        Rendering.named(Rendering.Format.CSV)
            .print(
                System.out,
                "",
                List.of(),
                shown(rows).schema(),
                shown(rows).collectAsList().iterator());
      }
      if (warehouse != null) {
        if (!published && !synthetic) {
          Warehouses.existing(spark, warehouse);
        }
        Source source =
            published ? Source.PUBLISHED : synthetic ? Source.SYNTHETIC : Source.COUNTED;
        summary(
            new SimulateAvailability(spark, settings, common.reporter())
                .run(warehouse, source, asked));
      }
      return ExitCodes.DONE;
    }
  }

  private static Dataset<Row> shown(Dataset<Row> rows) {
    return rows.selectExpr(
        "scheme",
        "machines",
        "failed",
        "replicas",
        "popular_replicas",
        "100 * closed_form AS availability_percent",
        "100 * published AS published_percent",
        "vms_lost");
  }

  private void checkUse(Settings settings) {
    List<String> faults = new ArrayList<>();
    if (warehouse == null && !published) {
      faults.add("name the warehouse with --warehouse W");
    }
    if (published && (synthetic || sweep || !options().isEmpty())) {
      faults.add("--published takes its settings from the published tables: leave out the others");
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    if (synthetic) {
      SyntheticSettings.read(settings.all());
    }
  }

  private List<String> options() {
    List<String> set = new ArrayList<>();
    varied(set, "machines", machines);
    varied(set, "failed", failed);
    varied(set, "replicas", replicas);
    varied(set, "popular-replicas", popularReplicas);
    varied(set, "placement", placement);
    SimulationOptions.add(set, ROOT + "correlation", correlation);
    SimulationOptions.add(set, ROOT + "fail-probability", failProbability);
    SimulationOptions.add(set, ROOT + "failed-racks", failedRacks);
    SimulationOptions.add(set, ROOT + "trials", trials);
    SimulationOptions.add(set, "synthetic.vms", vms);
    SimulationOptions.add(set, "simulation.seed", seed);
    return set;
  }

  private static void varied(List<String> set, String key, @Nullable String value) {
    SimulationOptions.add(set, ROOT + key, value);
    SimulationOptions.add(set, ROOT + "sweep." + key, value);
  }

  private void summary(RunSummary run) {
    if (!common.isQuiet()) {
      System.err.printf(
          "simulated %d rows of availability_result in %s%n",
          run.count("cells"), Sizes.time(run.took().toMillis() / 1e3));
      System.err.printf(
          "see       varve report availability-by-failures --warehouse %s%n", warehouse);
    }
  }
}
