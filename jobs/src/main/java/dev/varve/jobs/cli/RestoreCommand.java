package dev.varve.jobs.cli;

import dev.varve.jobs.answer.report.Sizes;
import dev.varve.jobs.answer.restore.LayerRestore;
import dev.varve.jobs.answer.restore.Restored;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import dev.varve.jobs.warehouse.file.OutputPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verb {@code restore}: writes the archive of a layer, byte for byte. */
@Command(
    name = "restore",
    description = {
      "Makes the archive (tar) of a layer again, byte for byte.",
      "Of its recipe and framing in the warehouse, and of file contents from the blobs of any layers",
      "that contain them: its own, or others. The file has its name only once its diffID is right."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  varve restore sha256:12ab... --warehouse /data/w --out layer.tar"})
final class RestoreCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "LAYER_DIGEST",
      description = "The layer, as in table layer; the first digits are enough.")
  private String layer = "";

  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The archive, a file on this machine or any file system.")
  private String out = "";

  @Option(
      names = "--input",
      paramLabel = "INPUT",
      description =
          "Place of blobs, as for ingest registry; may be repeated. All places that were"
              + " ingested unless given.")
  private List<String> inputs = new ArrayList<>();

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    SettingReader settings = common.settings();
    OutputPlace target = OutputPlace.of(out, "--out", settings);
    if (!target.isFree()) {
      settings.fault("--out: " + target + " is no file in a folder that exists");
    }
    RegistrySettings registry = RegistrySettings.read(settings);
    try (LayerRestore restore =
        LayerRestore.open(
            "restore", settings, registry.reading(), registry.access(), warehouse, inputs)) {
      Restored restored = restore.restore(layer, target);
      if (!common.isQuiet()) {
        System.err.printf(
            "restored  %s, diffID %s, contents from %s%n",
            Sizes.bytes(restored.archiveBytes()),
            restored.diffId(),
            Sizes.count(restored.sources().size(), "layer"));
      }
      return ExitCodes.DONE;
    }
  }
}
