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
 * Stream of the bytes of one piece of a {@link TartDisk}, verified at its end. It is opened at the
 * first read. Where a piece has several places, each blob is verified first, and the first right
 * one is read a second time.
 */
final class TartPiece extends BulkInputStream {
  private final ByteStore store;
  private final LayerCandidate layer;
  private final long plainBytes;
  private final DigestEngine digests;
  private final LayerVerification verification;
  private final MessageDigest digest;
  private @Nullable BlobStream blob;
  private @Nullable AppleLz4 decoder;
  private long readBytes;

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
      if (blob == null || decoder == null) {
        blob = open(LayerDisks.firstReadable(layer, this::usable), verification);
        decoder = new AppleLz4(blob);
      }
      int got = decoder.read(into, from, length);
      if (got < 0) {
        LayerVerification.VerifiedDigests unused = verification.verify(blob);
      } else {
        digest.update(into, from, got);
        readBytes += got;
      }
      if (readBytes > plainBytes || (got < 0 && readBytes < plainBytes)) {
        String sizes = "its content has %s%d bytes, its annotation states %d";
        throw new MalformedBlobException(
            RejectReason.CORRUPT,
            blob.offset(),
            sizes.formatted(
                got < 0 ? "" : "more than ", Math.min(readBytes, plainBytes), plainBytes));
      }
      return got;
    } catch (MalformedBlobException e) {
      throw PackedFault.of(e).inLayer(layer.blob().layerDigest());
    }
  }

  private BlobStream open(BlobPlace place, LayerVerification check) throws IOException {
    return new BlobStream(layer.open(store, place), check.blobDigest(), layer.blob().bytes());
  }

  /**
   * The place, after its blob was verified; a piece's only place is not verified here, as its end
   * is checked anyway.
   */
  private BlobPlace usable(BlobPlace place) throws IOException {
    if (layer.places().size() > 1) {
      LayerVerification blobCheck =
          new LayerVerification(layer.blob(), digests, LayerReading.DiffIds.TRUST);
      try (BlobStream stored = open(place, blobCheck)) {
        long unusedBytes = stored.transferTo(OutputStream.nullOutputStream());
        LayerVerification.VerifiedDigests unused = blobCheck.verify(stored);
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
