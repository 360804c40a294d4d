package dev.varve.jobs.ingest.registry;

import dev.varve.chunking.ContentSampling;
import dev.varve.chunking.FileCutting;
import dev.varve.codec.PullCodec;
import dev.varve.format.SpanSampling;
import dev.varve.jobs.conf.Section;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.ingest.IngestSettings;
import dev.varve.jobs.store.registry.RegistryAccess;
import dev.varve.model.Seed;
import dev.varve.recipe.LayerReading;
import dev.varve.source.LayerChoice;
import dev.varve.tar.ArchiveLimits;
import java.util.List;

/**
 * Settings of an ingest of registries.
 *
 * @param ingest section ingest
 * @param reading how layers are read
 * @param access how registries are reached by their API
 * @param choice which layers are read
 */
public record RegistrySettings(
    IngestSettings ingest, LayerReading reading, RegistryAccess access, LayerChoice choice) {
  private record Limits(
      @Section("limit") ArchiveLimits archive, long framingBytes, long recipeBytes) {}

  /** Reads sections ingest, limit and registry. */
  public static RegistrySettings read(SettingReader settings) {
    IngestSettings ingest = settings.bind("ingest", IngestSettings.class);
    Limits limits = settings.bind("limit", Limits.class);
    return new RegistrySettings(
        ingest,
        new LayerReading(
            ingest.rule(settings),
            limits.archive,
            ingest.inflater(),
            ingest.digests(),
            ingest.diffId(),
            List.of(),
            ingest.framing().equals("keep") ? limits.framingBytes : 0,
            new FileCutting(
                ingest.chunks(),
                new ContentSampling(ingest.sampleRatio(), ingest.sampleCodec(), new Seed(0)),
                limits.recipeBytes),
            new SpanSampling(ingest.formatRatio(), new Seed(0))),
        settings.bind("registry", RegistryAccess.class),
        LayerChoice.ALL);
  }

  /** These settings with pulls measured. */
  RegistrySettings measuring(List<PullCodec> codecs) {
    return new RegistrySettings(ingest, reading.measuring(codecs), access, choice);
  }

  /** These settings for some of the layers. */
  public RegistrySettings choosing(LayerChoice some) {
    return new RegistrySettings(ingest, reading, access, some);
  }

  /**
   * Settings for reading the layers of inputs that name so many stored bytes: of few bytes a larger
   * share is compressed. It follows from the inputs, not from what is left to be read of them, so
   * that a run that goes on where one was killed draws the same sample.
   */
  LayerReading reading(long namedBytes) {
    ContentSampling contents = reading.cutting().sampling();
    SpanSampling formats = reading.formats();
    LayerReading sampled =
        contents.samples()
            ? reading.sampling(
                contents.of(Math.max(contents.share(), least(ingest.sampleBytes(), namedBytes))))
            : reading;
    return formats.samples()
        ? sampled.measuring(
            formats.withShare(
                Math.max(formats.share(), least(ingest.formatBytes(), namedBytes)), namedBytes))
        : sampled;
  }

  private static double least(long sampleBytes, long namedBytes) {
    return Math.min(1, sampleBytes / (double) Math.max(1, namedBytes));
  }
}
