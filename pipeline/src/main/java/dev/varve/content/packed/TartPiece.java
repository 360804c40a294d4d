package dev.varve.content.packed;

import dev.varve.content.recipe.LayerReading;
import dev.varve.content.recipe.LayerVerification;
import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.BulkInputStream;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.Finding;
import dev.varve.input.source.LayerCandidate;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Stream of the bytes of one piece, verified at its end. It is opened at the first read. Where a
 * piece has several places, each blob is verified first, and the first right one is read a second
 * time.
 */
final class TartPiece extends BulkInputStream {
  private final ByteStore store;
  private final LayerCandidate layer;
  private final long plainBytes;
  private final DigestEngine digests;
  private final LayerVerification verification;
  private final MessageDigest digest;
  private @Nullable BlobStream blob;
  private @Nullable AppleLz4 plain;
  private long bytes;

  TartPiece(ByteStore store, Finding.DiskPiece piece, DigestEngine digests) {
    this.store = store;
    layer = piece.layer();
    plainBytes = piece.plainBytes();
    this.digests = digests;
    verification = new LayerVerification(layer.blob(), digests, LayerReading.DiffIds.VERIFY);
    digest = Objects.requireNonNull(verification.archiveDigest());
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    try {
      if (blob == null || plain == null) {
        blob = open(LayerDisks.firstOf(layer, this::usable), verification);
        plain = new AppleLz4(blob);
      }
      int got = plain.read(into, from, length);
      if (got < 0) {
        LayerVerification.Names unused = verification.verify(blob);
      } else {
        digest.update(into, from, got);
        bytes += got;
      }
      if (bytes > plainBytes || (got < 0 && bytes < plainBytes)) {
        String sizes = "its content has %s%d bytes, its annotation states %d";
        throw new MalformedBlobException(
            RejectReason.CORRUPT,
            blob.offset(),
            sizes.formatted(got < 0 ? "" : "more than ", Math.min(bytes, plainBytes), plainBytes));
      }
      return got;
    } catch (MalformedBlobException e) {
      throw PackedFault.of(e).of(layer.blob().layerDigest());
    }
  }

  private BlobStream open(BlobPlace place, LayerVerification of) throws IOException {
    return new BlobStream(layer.open(store, place), of.blobDigest(), layer.blob().bytes());
  }

  /**
   * The place, after its blob was verified; a piece's only place is not verified here, as its end
   * is checked anyway.
   */
  private BlobPlace usable(BlobPlace place) throws IOException {
    if (layer.places().size() > 1) {
      LayerVerification whole =
          new LayerVerification(layer.blob(), digests, LayerReading.DiffIds.TRUST);
      try (BlobStream stored = open(place, whole)) {
        long unusedBytes = stored.transferTo(OutputStream.nullOutputStream());
        LayerVerification.Names unused = whole.verify(stored);
      }
    }
    return place;
  }

  @Override
  public void close() throws IOException {
    if (blob != null) {
      blob.close();
    }
  }
}
