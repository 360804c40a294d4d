package dev.varve.jobs.cli;

import dev.varve.jobs.answer.rebuild.RebuildLayers;
import dev.varve.jobs.answer.rebuild.RebuildSettings;
import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Verb {@code rebuild}: finds the layers whose blobs can be reproduced by compressing their
 * archives again.
 */
@Command(
    name = "rebuild",
    description = {
      "Finds out which layers' blobs come back bit for bit when their archives are compressed again.",
      "Clients check the digest of a blob, not only of the archive inside. Each blob is read where it",
      "was ingested. Its archive is compressed by the encoders of the JVM (zlib, zstd) and by the",
      "programs of setting rebuild.commands, until one gives every byte. The result is table",
      "layer_rebuild, which is replaced. Report blob-rebuild says which blobs come back, report",
      "blob-rebuild-savings what a registry would save."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve rebuild --warehouse /data/w --set \"rebuild.commands=pigz -n -6,gzip -n -6\"",
      "  varve rebuild --warehouse /data/w --sample 100"
    })
final class RebuildCommand implements Callable<Integer> {
  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Number of layers to try; all unless given.")
  private @Nullable Integer sample;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      defaultValue = "1",
      description = "Seed of the sample; ${DEFAULT-VALUE} unless given.")
  private String seed = "";

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
    Integer requested = sample;
    if (requested != null && requested < 1) {
      settings.fault("--sample is " + requested + "; it must be positive");
    }
    RegistrySettings registry = RegistrySettings.read(settings);
    RebuildLayers rebuild =
        new RebuildLayers(
            settings.bind("rebuild", RebuildSettings.class),
            registry.reading().limits(),
            registry.access());
    RebuildLayers.Sample layers =
        new RebuildLayers.Sample(
            requested == null ? RebuildLayers.Sample.ALL : requested, seed, inputs);
    try (Runs runs = common.openRuns("rebuild", settings)) {
      RunSummary summary = rebuild.run(runs, layers, warehouse);
      if (!common.isQuiet()) {
        System.err.print(Summaries.rebuild(summary, warehouse));
      }
      return common.exitCode(summary);
    }
  }
}
