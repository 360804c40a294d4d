package dev.varve.jobs.cli;

import dev.varve.codec.PullCodec;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.registry.IngestRegistry;
import dev.varve.jobs.run.Engine;
import dev.varve.jobs.run.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ingest registry}. */
@Command(
    name = "registry",
    description = {
      "Reads the layers of container images: each distinct layer once, and only those that the",
      "warehouse does not hold yet. An INPUT is an OCI image layout (folder or tar), a docker save",
      "archive, a registry's storage tree (docker/registry/v2/...), or a folder of these.",
      "Layers that cannot be used are listed in table rejected_blob."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve ingest registry /var/lib/registry --warehouse /data/w",
      "  varve ingest registry layout/ --warehouse /data/w6 --measure-pull --pull-codec gzip-6,zstd-3",
      "  varve ingest registry layout/ app.tar --warehouse /data/w5 --set ingest.fingerprint=md5"
    })
final class IngestRegistryCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "INPUT", description = "Where images lie.")
  private List<String> inputs = new ArrayList<>();

  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "Where to write.")
  private String warehouse = "";

  @Option(
      names = "--measure-pull",
      description = {
        "Archive and compress every layer again, as a registry that stores files would for a pull,",
        "and record the time. Layers that the warehouse holds are not read again."
      })
  private boolean measurePull;

  @Option(
      names = "--pull-codec",
      split = ",",
      paramLabel = "CODEC",
      defaultValue = "gzip-6",
      description = {
        "With which: gzip-1 to gzip-9, zstd-1 to zstd-19, several with commas between; the first",
        "one's time stands in layer_phase. Default: ${DEFAULT-VALUE}."
      })
  private List<String> pullCodecs = new ArrayList<>();

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    Faults.ofAll(common::settings, this::codecs);
    Settings settings = common.settings();
    List<PullCodec> codecs = codecs();
    try (Engine engine = CommonOptions.engine("ingest registry", settings)) {
      SparkSession spark = engine.session();
      RunSummary summary =
          new IngestRegistry(spark, settings, common.reporter(), codecs).run(inputs, warehouse);
      if (!common.isQuiet()) {
        Summaries.ingest(System.err, summary, warehouse, settings.reading().inflate().label());
      }
      return common.ended(summary);
    }
  }

  private List<PullCodec> codecs() {
    List<String> faults = new ArrayList<>();
    List<PullCodec> codecs = new ArrayList<>();
    for (String name : pullCodecs) {
      try {
        codecs.add(PullCodec.named(name.trim()));
      } catch (IllegalArgumentException e) {
        faults.add("--pull-codec: " + e.getMessage());
      }
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    return measurePull ? codecs.stream().distinct().toList() : List.of();
  }
}
