package dev.varve.jobs.cli.option;

import dev.varve.content.format.Coding;
import dev.varve.input.codec.PullCodec;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.SettingReader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Option;

/** Options that request measurements of layers, of the verbs that read registries. */
public final class MeasurementOptions {
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
      completionCandidates = ChunkerNames.class,
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

  private record Formats(@Range(low = 0, high = 1) double formatRatio) {}

  /** The settings with the requested measurements. */
  public SettingReader settings(CommonOptions common) {
    List<String> overlay = new ArrayList<>();
    if (!chunkers.isEmpty()) {
      overlay.add("ingest.chunks=" + String.join(",", chunkers));
    }
    List<String> codecs = codecs();
    if (!codecs.isEmpty()) {
      overlay.add("ingest.pull-codec=" + String.join(",", codecs));
    }
    SettingReader settings = common.settings(null, overlay);
    if (measureFormats && settings.bind("ingest", Formats.class).formatRatio == 0) {
      overlay.add("ingest.format-ratio=0.002");
      settings = common.settings(null, overlay);
    }
    for (String name : measurePull ? List.<String>of() : pullCodecs) {
      settings.check("--pull-codec", () -> PullCodec.named(name.trim()));
    }
    return settings;
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
