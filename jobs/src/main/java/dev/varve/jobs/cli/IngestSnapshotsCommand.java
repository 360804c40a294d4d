package dev.varve.jobs.cli;

import dev.varve.chunking.Chunkers;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.run.Engine;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.snapshot.CompareChunkers;
import dev.varve.jobs.snapshot.IngestSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ingest snapshots}. */
@Command(
    name = "snapshots",
    description = {
      "Reads the disks of virtual machines: each snapshot that the warehouse does not hold yet, cut",
      "into segments of 2 MiB and chunks. An INPUT is a folder tree VM/SNAPSHOT of raw and qcow2",
      "images, a manifest (.csv with the columns vm, snapshot, path, and if known parent and",
      "taken_at), a single image, or a chunk trace. Backing files must lie within the inputs.",
      "Disks that cannot be used are listed in table rejected_blob."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve ingest snapshots /backups/vms --warehouse /data/w",
      "  varve ingest snapshots disks.csv --warehouse /data/w8 --chunker tttd-v1-8k",
      "  varve ingest snapshots disks.csv --warehouse /data/c --compare-chunkers fixed-4k,seqcdc-v1-4k"
    })
final class IngestSnapshotsCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "INPUT", description = "Where disks lie.")
  private List<String> inputs = new ArrayList<>();

  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "Where to write.")
  private String warehouse = "";

  @Option(
      names = "--chunker",
      paramLabel = "NAME",
      description = "fixed-N, fastcdc-v1-N, tttd-v1-N, seqcdc-v1-N; fastcdc-v1-4k unless set.")
  private @Nullable String chunker;

  @Option(
      names = "--compare-chunkers",
      paramLabel = "NAME,...",
      split = ",",
      description = {
        "Ingests nothing: cuts the disks by each of these chunkers, side by side, and replaces table",
        "chunker_result; see report chunker-comparison."
      })
  private List<String> compared = new ArrayList<>();

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    Faults.ofAll(this::settings, () -> named(compared));
    Settings settings = settings();
    List<String> chunkers = named(compared);
    try (Engine engine = CommonOptions.engine("ingest snapshots", settings)) {
      SparkSession spark = engine.session();
      RunSummary summary =
          chunkers.isEmpty()
              ? new IngestSnapshots(spark, settings, common.reporter()).run(inputs, warehouse)
              : new CompareChunkers(spark, settings, common.reporter())
                  .run(inputs, chunkers, warehouse);
      if (!common.isQuiet() && !chunkers.isEmpty()) {
        Summaries.chunkers(System.err, summary, warehouse);
      } else if (!common.isQuiet()) {
        Summaries.snapshots(System.err, summary, warehouse);
      }
      return common.ended(summary);
    }
  }

  private Settings settings() {
    return common.settingsWith(chunker == null ? List.of() : List.of("ingest.chunker=" + chunker));
  }

  private static List<String> named(List<String> names) {
    List<String> known = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (String name : names) {
      try {
        known.add(Chunkers.named(name.trim()).name());
      } catch (IllegalArgumentException e) {
        faults.add("--compare-chunkers: " + e.getMessage());
      }
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    return known.stream().distinct().toList();
  }
}
