package dev.varve.jobs.cli;

import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.job.IngestSnapshots;
import dev.varve.jobs.job.RunSummary;
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
      "  varve ingest snapshots disks.csv --warehouse /data/w8 --chunker tttd-v1-8k"
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

  @Option(names = "--strict", description = "Exit with 3 when anything was rejected.")
  private boolean strict;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    Settings settings =
        common.settingsWith(chunker == null ? List.of() : List.of("ingest.chunker=" + chunker));
    try (SparkSession spark = CommonOptions.engine("ingest snapshots", settings)) {
      RunSummary summary =
          new IngestSnapshots(spark, settings, common.reporter()).run(inputs, warehouse);
      if (!common.isQuiet()) {
        Summaries.snapshots(System.err, summary, warehouse);
      }
      return strict && summary.count("rejections") > 0 ? ExitCodes.REJECTED : ExitCodes.DONE;
    }
  }
}
