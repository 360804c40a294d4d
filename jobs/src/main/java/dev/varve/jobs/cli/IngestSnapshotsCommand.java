package dev.varve.jobs.cli;

import dev.varve.content.chunking.Chunkers;
import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.cli.option.ChunkerNames;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.ingest.snapshot.CompareChunkers;
import dev.varve.jobs.ingest.snapshot.IngestSnapshots;
import dev.varve.jobs.ingest.snapshot.SnapshotSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verb {@code ingest snapshots}: reads the disks of virtual machines. */
@Command(
    name = "snapshots",
    description = {
      "Reads the disks of virtual machines.",
      "Each snapshot that is not in the warehouse yet, or has changed since, cut into segments of 2 MiB",
      "and chunks.",
      "An INPUT is a folder tree VM/SNAPSHOT of images ({disk-formats}), an OVA, a",
      "manifest, a single image, a datastore of Proxmox Backup Server, an index of casync or desync, or",
      "a chunk trace. Of backups only the indexes are read. A manifest is a .csv file with the columns",
      "vm, snapshot, path, and if known parent, taken_at and format. Backing files must be within the",
      "inputs, or in the folder of an image that is one.",
      "With --disks-in-images an INPUT is one of ingest registry, such as an OCI layout or docker://HOST.",
      "Disks that cannot be used are listed in table rejected_blob."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve ingest snapshots /backups/vms --warehouse /data/w",
      "  varve ingest snapshots /mnt/datastore --warehouse /data/backups",
      "  varve ingest snapshots disks.csv --warehouse /data/w8 --chunker tttd-v1-8k",
      "  varve ingest snapshots disks.csv --warehouse /data/c --compare-chunkers fixed-4k,seqcdc-v1-4k",
      "  varve ingest snapshots --disks-in-images docker://quay.io/team/disks --warehouse /data/d"
    })
final class IngestSnapshotsCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "INPUT", description = "Files or folders of disks.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--chunker",
      paramLabel = "NAME",
      completionCandidates = ChunkerNames.class,
      description = "${COMPLETION-CANDIDATES}; fastcdc-v1-4k unless set.")
  private @Nullable String chunker;

  @Option(
      names = "--disks-in-images",
      description =
          "The inputs are those of ingest registry, and the disks are inside of their images: one"
              + " file below /disk (KubeVirt), or the pieces of tart. The repository is the VM, the"
              + " tag the snapshot.")
  private boolean disksInImages;

  @Option(
      names = "--compare-chunkers",
      paramLabel = "NAME",
      split = ",",
      description =
          "Ingests nothing: cuts the disks by each of these chunkers, and replaces"
              + " table chunker_result; see report chunker-comparison.")
  private List<String> compared = new ArrayList<>();

  @Mixin private IngestOptions options = new IngestOptions();

  @Override
  public Integer call() throws Exception {
    SettingReader settings =
        options.settings(chunker == null ? List.of() : List.of("ingest.chunker=" + chunker));
    SnapshotSettings configured = SnapshotSettings.read(settings);
    List<String> chunkers = checkedChunkers(settings);
    if (disksInImages && !chunkers.isEmpty()) {
      settings.fault(
          "--compare-chunkers reads no disks in images: compare the chunkers on copies of them");
    }
    return options.run(
        "ingest snapshots",
        settings,
        (runs, warehouse) -> {
          if (disksInImages) {
            return new IngestSnapshots(configured).runImages(runs, inputs, warehouse);
          }
          return chunkers.isEmpty()
              ? new IngestSnapshots(configured).run(runs, inputs, warehouse)
              : new CompareChunkers(configured, chunkers).run(runs, inputs, warehouse);
        },
        (run, warehouse) ->
            chunkers.isEmpty()
                ? Summaries.snapshots(run, warehouse, configured.digest())
                : Summaries.chunkers(run, warehouse));
  }

  private List<String> checkedChunkers(SettingReader settings) {
    List<String> known = new ArrayList<>();
    for (String name : compared) {
      settings.check("--compare-chunkers", () -> known.add(Chunkers.named(name.trim()).name()));
    }
    return known.stream().distinct().toList();
  }
}
