package dev.varve.jobs.cli;

import dev.varve.input.source.RegistryInput;
import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.cli.option.MeasurementOptions;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.ingest.registry.IngestRegistry;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verb {@code ingest registry}: reads the layers of container images. */
@Command(
    name = "registry",
    description = {
      "Reads the layers of container images.",
      "Each distinct layer once, and only those that are not in the warehouse yet. An INPUT is an OCI",
      "image layout (folder or tar), a docker save archive, a registry's storage tree",
      "(docker/registry/v2/...), a folder of skopeo's dir:, or a folder of these, down to 8 folders",
      "below it. Or it is the storage folder of containerd, podman, CRI-O or Docker on a node.",
      "Or it is a registry by its API, docker://HOST[:PORT][/REPOSITORY[:TAG|@DIGEST]]: * stands for",
      "any letters of REPOSITORY or TAG. @FILE reads inputs from a file, one a line.",
      "Layers that cannot be used are listed in table rejected_blob."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve ingest registry /var/lib/registry --warehouse /data/w",
      "  varve ingest registry docker://registry.example.com --newest 10 --warehouse /data/w",
      "  varve ingest registry 'docker://quay.io/team/*:v1.*' --warehouse /data/w",
      "  varve ingest registry layout/ --warehouse /data/w6 --measure-pull --pull-codec gzip-6,zstd-3",
      "  varve ingest registry layout/ --warehouse /data/w7 --chunks fixed-4k,fastcdc-v1-64k",
      "  varve ingest registry layout/ app.tar --warehouse /data/w5 --set ingest.fingerprint=md5"
    })
final class IngestRegistryCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description = "Files or folders of images, or registries.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--newest",
      paramLabel = "N",
      description =
          "Of each repository of a docker:// input only the N tags whose images were built last. The"
              + " manifests and configs of all are read, the layers of those only.")
  private int newest;

  @Mixin private MeasurementOptions measurements = new MeasurementOptions();

  @Mixin private IngestOptions options = new IngestOptions();

  @Override
  public Integer call() throws Exception {
    SettingReader settings = options.settings(measurements);
    return ingest(settings, RegistrySettings.read(settings));
  }

  private Integer ingest(SettingReader settings, RegistrySettings registry) throws Exception {
    IngestRegistry ingest = new IngestRegistry(registry);
    List<String> chosen = chosen(settings);
    return options.run(
        "ingest registry",
        settings,
        (runs, warehouse) -> ingest.run(runs, chosen, warehouse),
        (run, warehouse) -> Summaries.registry(run, warehouse, registry));
  }

  private List<String> chosen(SettingReader settings) {
    if (newest < 0) {
      settings.fault("--newest is " + newest + "; it must be positive");
    }
    return inputs.stream()
        .map(input -> RegistryInput.isRegistry(input) ? RegistryInput.newest(input, newest) : input)
        .toList();
  }
}
