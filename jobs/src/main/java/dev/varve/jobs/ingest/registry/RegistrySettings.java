package dev.varve.jobs.ingest.registry;

import dev.varve.chunking.Chunkers;
import dev.varve.chunking.ContentSampling;
import dev.varve.chunking.FileCutting;
import dev.varve.codec.InflateEngine;
import dev.varve.codec.PullCodec;
import dev.varve.digest.DigestEngine;
import dev.varve.digest.Digests;
import dev.varve.digest.FingerprintRule;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.model.Seed;
import dev.varve.recipe.LayerReading;
import dev.varve.source.LayerChoice;
import dev.varve.tar.ArchiveLimits;
import java.util.List;
import java.util.Map;

/**
 * How registries are ingested.
 *
 * @param reading how layers are read
 * @param taskBytes stored bytes of one task
 * @param taskBlobs blobs of one task
 * @param publishBytes stored bytes between publications
 * @param fileBytes target size of a Parquet file
 * @param choice which layers are read
 * @param sampleBytes stored bytes of which the sample is at least as much as the whole would be
 */
public record RegistrySettings(
    LayerReading reading,
    long taskBytes,
    int taskBlobs,
    long publishBytes,
    long fileBytes,
    LayerChoice choice,
    long sampleBytes) {
  private static final int MOST_LENGTH = 1 << 30;

  /** Reads sections ingest and limit. */
  public static RegistrySettings read(SettingReader settings) {
    String algorithm = settings.name("ingest.fingerprint", Digests.FINGERPRINTS);
    return new RegistrySettings(
        new LayerReading(
            settings.parsedOne(
                "ingest.fingerprint-key",
                file -> FingerprintRule.of(algorithm, file),
                FingerprintRule.plain(algorithm)),
            limits(settings),
            settings.choice(
                "ingest.inflate",
                Map.of("auto", InflateEngine::fastest, "jdk", () -> InflateEngine.JDK)),
            settings.choice(
                "ingest.digest",
                Map.of("auto", DigestEngine::fastest, "jdk", () -> DigestEngine.JDK)),
            settings.choice(
                "ingest.diff-id",
                Map.of(
                    "verify", () -> LayerReading.DiffIds.VERIFIED,
                    "trust", () -> LayerReading.DiffIds.TRUSTED)),
            List.of(),
            framingBytes(settings),
            cutting(settings)),
        settings.bytes("ingest.task-bytes"),
        settings.count("ingest.task-blobs"),
        settings.bytes("ingest.publish-bytes"),
        settings.bytes("ingest.file-bytes"),
        LayerChoice.ALL,
        settings.bytes("ingest.sample-bytes"));
  }

  /** The same settings with pulls measured. */
  RegistrySettings measuring(List<PullCodec> codecs) {
    return new RegistrySettings(
        reading.measuring(codecs),
        taskBytes,
        taskBlobs,
        publishBytes,
        fileBytes,
        choice,
        sampleBytes);
  }

  /** The same settings for some of the layers. */
  public RegistrySettings choosing(LayerChoice some) {
    return new RegistrySettings(
        reading, taskBytes, taskBlobs, publishBytes, fileBytes, some, sampleBytes);
  }

  /**
   * How layers of inputs that name so many stored bytes are read: of few bytes a larger share is
   * compressed. It follows from the inputs, not from what is left to be read of them, so that a run
   * that goes on where one was killed draws the same sample.
   */
  LayerReading reading(long namedBytes) {
    ContentSampling sampling = reading.cutting().sampling();
    double least = Math.min(1, sampleBytes / (double) Math.max(1, namedBytes));
    return sampling.samples()
        ? reading.sampling(sampling.of(Math.max(sampling.share(), least)))
        : reading;
  }

  private static long framingBytes(SettingReader settings) {
    long most = settings.bytes("limit.framing-bytes");
    return settings.choice("ingest.framing", Map.of("keep", () -> most, "none", () -> 0L));
  }

  private static FileCutting cutting(SettingReader settings) {
    List<String> chunkers =
        settings.text("ingest.chunks").isBlank()
            ? List.of()
            : settings.parsed("ingest.chunks", name -> Chunkers.named(name).name(), "fixed-4k");
    return new FileCutting(
        chunkers,
        new ContentSampling(
            settings.number("ingest.sample-ratio", 0, 1),
            settings.parsed("ingest.sample-codec", PullCodec::named, PullCodec.named("gzip-6")),
            new Seed(0)),
        settings.bytes("limit.recipe-bytes"));
  }

  private static ArchiveLimits limits(SettingReader settings) {
    return new ArchiveLimits(
        settings.bytes("limit.archive-bytes"),
        settings.count("limit.entries"),
        (int) Math.min(MOST_LENGTH, settings.bytes("limit.path-bytes")),
        (int) Math.min(MOST_LENGTH, settings.bytes("limit.header-bytes")),
        settings.count("limit.sparse-pieces"),
        settings.count("limit.inflate-fold"),
        settings.bytes("limit.hole-bytes"));
  }
}
