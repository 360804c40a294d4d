package dev.varve.jobs.answer.rebuild;

import dev.varve.content.rebuild.BlobRebuild;
import dev.varve.content.rebuild.BlobRebuilder;
import dev.varve.content.rebuild.TriedEncoders;
import dev.varve.content.recipe.ContentReader;
import dev.varve.content.recipe.LayerReading;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.LayerCandidate;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.jobs.engine.Task;
import dev.varve.jobs.store.registry.RegistryAccess;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tries to reproduce the stored blobs of layers by compressing their archives again. The blob of a
 * layer is read from the first place where its digest matches. Then encoders are tried until one
 * reproduces it byte for byte.
 */
final class LayerRebuild {
  private final ByteStore store;
  private final LayerReading reading;
  private final BlobRebuilder rebuilder;

  private LayerRebuild(ByteStore store, ArchiveLimits limits, TriedEncoders encoders) {
    this.store = store;
    // Same decoder as in the attempts: an archive that it refuses cannot be compressed again.
    this.reading =
        new LayerReading(
            "sha256", limits, InflateEngine.JDK, DigestEngine.JDK, LayerReading.DiffIds.TRUST);
    this.rebuilder = new BlobRebuilder(encoders);
  }

  /** A row of table {@code layer_rebuild}; schemas/tables explains its columns. */
  record RebuildRow(
      SampledKeys layer,
      @Nullable String encoderFamily,
      String outcome,
      @Nullable String encoder,
      @Nullable Integer level,
      @Nullable Long keptBytes,
      int attempts,
      long checkNanos,
      long searchNanos,
      @Nullable Long rebuildNanos,
      @Nullable String reason)
      implements Serializable {}

  /** Columns of a row that are copied from table {@code layer}. */
  record SampledKeys(String layerDigest, long blobBytes, long archiveBytes)
      implements Serializable {}

  /** Tries the layers of a task. */
  static List<RebuildRow> rows(
      List<SampledLayer> layers,
      Task.Context context,
      ArchiveLimits limits,
      RegistryAccess access,
      TriedEncoders encoders)
      throws IOException {
    ByteStore store = access.store(context.store());
    LayerRebuild rebuild = new LayerRebuild(store, limits, encoders);
    List<RebuildRow> rows = new ArrayList<>();
    for (SampledLayer layer : layers) {
      rows.add(rebuild.attempt(layer));
      context.done(layer.layer().blobBytes());
    }
    return rows;
  }

  /**
   * Tries a layer.
   *
   * @throws IOException when the medium fails, or a program cannot be started
   */
  private RebuildRow attempt(SampledLayer sampled) throws IOException {
    long start = System.nanoTime();
    String reason = RejectReason.ABSENT + ": no input has a place for it";
    boolean blobSeen = false;
    for (LayerCandidate candidate : sampled.candidates()) {
      BlobPlace place = candidate.places().get(0);
      try {
        verify(candidate, place);
        return rebuiltRow(sampled, place, System.nanoTime() - start);
      } catch (MalformedBlobException e) {
        boolean exists = e.reason() != RejectReason.ABSENT;
        if (exists || !blobSeen) {
          reason = place.label() + ": " + e.reason() + ": " + e.explanation();
        }
        blobSeen |= exists;
      } catch (IOException e) {
        // Java reports a file that this account may not open as FileNotFoundException. No retry
        // helps, and the fault concerns this layer alone, so the other layers go on.
        if (!(e.getCause() instanceof FileNotFoundException)) {
          throw e;
        }
        reason = String.valueOf(e.getMessage());
        blobSeen = true;
      }
    }
    return new RebuildRow(
        keys(sampled.layer()),
        null,
        "unreadable",
        null,
        null,
        null,
        0,
        System.nanoTime() - start,
        0,
        null,
        reason);
  }

  private void verify(LayerCandidate candidate, BlobPlace place) throws IOException {
    try (InputStream stored = candidate.open(store, place)) {
      ContentReader.read(candidate.blob(), stored, reading, position -> null);
    }
  }

  private RebuildRow rebuiltRow(SampledLayer sampled, BlobPlace place, long checkNanos)
      throws IOException {
    BlobRebuild result = rebuilder.rebuild(new PlacedBlob(store, place));
    String encoder = result.exact() ? result.encoder() : null;
    Integer level = result.level() < 0 ? null : result.level();
    String encoderName = encoder == null ? "" : level == null ? encoder : encoder + " " + level;
    return new RebuildRow(
        keys(sampled.layer()),
        result.producer(),
        result.exact() ? "exact" : "kept",
        encoder,
        level,
        result.keptBytes() + encoderName.getBytes(StandardCharsets.UTF_8).length,
        result.tried(),
        checkNanos,
        result.searchNanos(),
        result.exact() ? result.rebuildNanos() : null,
        result.exact() ? null : result.reason());
  }

  private static SampledKeys keys(SampledLayer.Known layer) {
    return new SampledKeys(layer.layerDigest(), layer.blobBytes(), layer.archiveBytes());
  }
}
