package dev.varve.content.packed;

import dev.varve.content.recipe.LayerReading;
import dev.varve.content.recipe.LayerVerification;
import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.BulkInputStream;
import dev.varve.input.codec.Decompressor;
import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.FirstBytes;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Stream of a part of a disk, opened at the first read. At its end the rest of the layer is read
 * and verified, because a registry may send other bytes than when the layer was searched. Where a
 * layer has several places, each blob is verified first, and the first right one is read a second
 * time.
 */
final class VerifiedPart extends BulkInputStream {
  private final ByteStore store;
  private final DiskPart part;
  private final PackedReading reading;
  private final LayerVerification verification;
  private @Nullable BlobStream blob;
  private @Nullable InputStream plain;
  private long left;
  private boolean isVerified;

  VerifiedPart(ByteStore store, DiskPart part, PackedReading reading) {
    this.store = store;
    this.part = part;
    this.reading = reading;
    verification =
        new LayerVerification(part.layer().blob(), reading.digests(), part.coding().diffIds);
    left = part.bytes();
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    try {
      if (blob == null || plain == null) {
        blob = open(LayerDisks.firstReadable(part.layer(), this::usable), verification);
        plain = begin(blob);
      }
      int got = left == 0 ? -1 : plain.read(into, from, (int) Math.min(left, length));
      left -= Math.max(0, got);
      if (got < 0 && !isVerified) {
        end(plain, blob);
        isVerified = true;
      }
      return got;
    } catch (MalformedBlobException e) {
      throw PackedFault.of(e).inLayer(part.layer().blob().layerDigest());
    }
  }

  private InputStream begin(BlobStream stored) throws IOException {
    InputStream decoded =
        switch (part.coding()) {
          case ARCHIVE ->
              new Decompressor(
                  stored, reading.inflate(), reading.windowBytes(), Decompressor.Progress.NONE);
          case APPLE_LZ4 -> new AppleLz4(stored);
        };
    MessageDigest digest = verification.archiveDigest();
    InputStream all = digest == null ? decoded : new DigestInputStream(decoded, digest);
    // These bytes are read and not skipped, because the digest needs all of them.
    long before = new FirstBytes(all, part.offset()).transferTo(OutputStream.nullOutputStream());
    if (before < part.offset()) {
      throw new MalformedBlobException(
          RejectReason.TRUNCATED,
          stored.offset(),
          "it ends before its disk begins, though it was whole when it was read first");
    }
    return all;
  }

  private void end(InputStream all, BlobStream stored) throws IOException {
    if (part.coding() == DiskPart.Coding.APPLE_LZ4 && left == 0 && all.read() >= 0) {
      throw otherSize("more than ", stored);
    }
    long unusedBytes = all.transferTo(OutputStream.nullOutputStream());
    var unused = verification.verify(stored);
    if (left > 0) {
      throw otherSize("", stored);
    }
  }

  private MalformedBlobException otherSize(String than, BlobStream stored) {
    String sizes = "its content has %s%d bytes, its annotation states %d";
    return new MalformedBlobException(
        RejectReason.CORRUPT,
        stored.offset(),
        sizes.formatted(than, part.bytes() - left, part.bytes()));
  }

  private BlobStream open(BlobPlace place, LayerVerification of) throws IOException {
    return new BlobStream(
        part.layer().open(store, place), of.blobDigest(), part.layer().blob().bytes());
  }

  /** The place, after its blob was verified; an only place is verified at the end. */
  private BlobPlace usable(BlobPlace place) throws IOException {
    if (part.layer().places().size() > 1) {
      LayerVerification whole =
          new LayerVerification(part.layer().blob(), reading.digests(), LayerReading.DiffIds.TRUST);
      try (BlobStream stored = open(place, whole)) {
        long unusedBytes = stored.transferTo(OutputStream.nullOutputStream());
        var unused = whole.verify(stored);
      }
    }
    return place;
  }

  @Override
  public void close() throws IOException {
    try (BlobStream stored = blob;
        InputStream decoded = plain) {
      blob = stored;
      plain = decoded;
    }
  }
}
