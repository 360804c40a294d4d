package dev.varve.jobs.cli;

import dev.varve.content.format.Coding;
import dev.varve.input.codec.PullCodec;
import dev.varve.input.source.RegistryInput;
import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.ingest.registry.IngestRegistry;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import java.util.ArrayList;
import java.util.Iterator;
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
      names = "--measure-pull",
      description =
          "Archive and compress every layer again, as a registry that stores files would for a pull,"
              + " and record the time. Layers that are in the warehouse are read again for this, once a"
              + " codec.")
  private boolean measurePull;

  @Option(
      names = "--pull-codec",
      split = ",",
      paramLabel = "CODEC",
      defaultValue = "gzip-6",
      completionCandidates = Codecs.class,
      description =
          "Codecs of --measure-pull: ${COMPLETION-CANDIDATES}, several with commas between. The time"
              + " of the first one is in layer_phase. Default: ${DEFAULT-VALUE}.")
  private List<String> pullCodecs = new ArrayList<>();

  @Option(
      names = "--chunks",
      split = ",",
      paramLabel = "CHUNKER",
      completionCandidates = IngestOptions.ChunkerNames.class,
      description =
          "Also cut the contents of files by these rules, with commas between, into table"
              + " file_recipe: ${COMPLETION-CANDIDATES}. Layers that are in the warehouse are not read"
              + " again, so their contents may stay without chunks. Report compression-against-dedup shows the"
              + " share of the bytes that have chunks.")
  private List<String> chunkers = new ArrayList<>();

  @Option(
      names = "--measure-formats",
      description =
          "Compress a sample of the layers as formats of images do it, for simulate formats: 0.002"
              + " of the bytes, of small inputs more. Every layer is also compressed by zstd-3, as by"
              + " --measure-pull. A small input takes several times as long.")
  private boolean measureFormats;

  @Option(
      names = "--newest",
      paramLabel = "N",
      description =
          "Of each repository of a docker:// input only the N tags whose images were built last. The"
              + " manifests and configs of all are read, the layers of those only.")
  private int newest;

  private record Formats(@Range(low = 0, high = 1) double formatRatio) {}

  @Mixin private IngestOptions options = new IngestOptions();

  @Override
  public Integer call() throws Exception {
    List<String> overlay = new ArrayList<>();
    if (!chunkers.isEmpty()) {
      overlay.add("ingest.chunks=" + String.join(",", chunkers));
    }
    List<String> codecs = codecs();
    if (!codecs.isEmpty()) {
      overlay.add("ingest.pull-codec=" + String.join(",", codecs));
    }
    SettingReader settings = options.settings(overlay);
    if (measureFormats && settings.bind("ingest", Formats.class).formatRatio == 0) {
      overlay.add("ingest.format-ratio=0.002");
      settings = options.settings(overlay);
    }
    for (String name : measurePull ? List.<String>of() : pullCodecs) {
      settings.check("--pull-codec", () -> PullCodec.named(name.trim()));
    }
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

  private List<String> codecs() {
    List<String> codecs = new ArrayList<>(measurePull ? pullCodecs : List.of());
    if (measureFormats) {
      codecs.add(Coding.ZSTD_3.label());
    }
    return codecs;
  }

  /** Names of codecs, listed in the help. */
  private static final class Codecs implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return PullCodec.FORMS.iterator();
    }
  }
}
