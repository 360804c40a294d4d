package dev.varve.jobs.cli.estimate;

import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.Format;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.MeasurementOptions;
import dev.varve.jobs.cli.screen.TableOptions;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import dev.varve.jobs.ingest.snapshot.SnapshotSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Verb {@code estimate}: estimates savings from a part of the inputs; the second word names their
 * kind.
 */
@Command(
    name = "estimate",
    description = {
      "Says what deduplication would save, with an interval, from a part of the inputs.",
      "Nothing is stored without --warehouse. See ingest for what an INPUT may be."
    },
    subcommands = {EstimateCommand.Registry.class, EstimateCommand.Snapshots.class},
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve estimate registry /var/lib/registry",
      "  varve estimate snapshots /backups/vms --set estimate.read-ratio=0.05"
    })
public final class EstimateCommand implements Runnable {
  @Spec
  private picocli.CommandLine.Model.CommandSpec spec =
      picocli.CommandLine.Model.CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to estimate: registry or snapshots");
  }

  /** Options for both kinds of input. */
  static final class Options {
    @Parameters(
        arity = "1..*",
        paramLabel = "INPUT",
        description = "Files or folders of images or disks.")
    private List<String> inputs = new ArrayList<>();

    @Option(
        names = "--warehouse",
        paramLabel = "W",
        description =
            "Also keep the figures, in table estimate_result of this warehouse: report"
                + " estimate-accuracy compares them with what an ingest found.")
    private @Nullable String warehouse;

    @Option(
        names = "--format",
        paramLabel = "FORMAT",
        description = "One of: ${COMPLETION-CANDIDATES}; table unless given.")
    private Format format = Format.TABLE;

    @Mixin private TableOptions tables = new TableOptions();

    @Mixin private CommonOptions common = new CommonOptions();

    private int print(Runs runs, Estimate estimate) throws IOException {
      String into = warehouse;
      if (into != null) {
        EstimateTable.add(runs, into, estimate);
      }
      TableStyle style = tables.onScreen(Set.of());
      try (Document document = format.onStandardOutput(style).filteredBy(style::addChecked)) {
        document.all(List.of(estimate.answer()));
      }
      if (!common.isQuiet()) {
        System.err.print(Summaries.estimate(estimate.summary()));
      }
      return common.exitCode(estimate.summary());
    }
  }

  /** Verb {@code estimate registry}: estimates from a sample of layers. */
  @Command(
      name = "registry",
      description = {
        "Reads manifests, the lengths of all layers, and a sample of the layers.",
        "Saved by sharing layers: known. Saved by file dedup, alone and compressed: with an interval.",
        "With the options of ingest registry that measure, the part is measured too, so that the time and",
        "size of such an ingest are forecast."
      },
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Example:",
        "  varve estimate registry /var/lib/registry --set estimate.read-ratio=0.2",
        "  varve estimate registry /var/lib/registry --measure-formats --chunks fastcdc-v1-64k"
      })
  static final class Registry implements Callable<Integer> {
    @Mixin private MeasurementOptions measurements = new MeasurementOptions();

    @Mixin private Options options = new Options();

    @Override
    public Integer call() throws Exception {
      SettingReader settings = measurements.settings(options.common);
      EstimateRegistry estimate =
          new EstimateRegistry(
              RegistrySettings.read(settings), settings.bind("estimate", EstimateSettings.class));
      try (Runs runs = options.common.openRuns("estimate registry", settings)) {
        return options.print(runs, estimate.run(runs, options.inputs));
      }
    }
  }

  /** Verb {@code estimate snapshots}: estimates from a sample of ranges of disks. */
  @Command(
      name = "snapshots",
      description = {
        "Reads headers, tables, and a sample of ranges of the disks, the same in all snapshots of a VM.",
        "Chunk traces are not estimated: to ingest them takes no longer."
      },
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  varve estimate snapshots /backups/vms --warehouse /data/v"})
  static final class Snapshots implements Callable<Integer> {
    @Mixin private Options options = new Options();

    @Override
    public Integer call() throws Exception {
      SettingReader settings = options.common.settings();
      EstimateSnapshots estimate =
          new EstimateSnapshots(
              SnapshotSettings.read(settings), settings.bind("estimate", EstimateSettings.class));
      try (Runs runs = options.common.openRuns("estimate snapshots", settings)) {
        return options.print(runs, estimate.run(runs, options.inputs));
      }
    }
  }
}
