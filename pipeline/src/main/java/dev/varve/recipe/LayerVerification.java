package dev.varve.recipe;

import dev.varve.codec.BlobStream;
import dev.varve.digest.DigestEngine;
import dev.varve.digest.Digests;
import dev.varve.model.LayerBlob;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Whether a layer is the one that manifests and configs name: its size, the digest of its blob and
 * that of the archive inside, its diffID.
 */
final class LayerVerification {
  private final LayerBlob expected;
  private final boolean namedByBlob;
  private final MessageDigest blobDigest;
  private final @Nullable MessageDigest archiveDigest;

  LayerVerification(LayerBlob expected, DigestEngine engine, LayerReading.DiffIds diffIds) {
    this.expected = expected;
    namedByBlob = expected.digestOf() == LayerBlob.DigestOf.BLOB;
    String algorithm = Digests.algorithm(expected.layerDigest());
    blobDigest = engine.named(namedByBlob ? algorithm : "sha256");
    // The diffID is taken from the config only when the config states one and the layer is not
    // named by it.
    boolean trusted =
        diffIds == LayerReading.DiffIds.TRUSTED && expected.diffIds().size() == 1 && namedByBlob;
    archiveDigest = trusted ? null : engine.named(archiveAlgorithm());
  }

  /** The digest to update with every byte of the blob. */
  MessageDigest blobDigest() {
    return blobDigest;
  }

  /** The digest to update with every byte of the archive; null where the diffID is trusted. */
  @Nullable MessageDigest archiveDigest() {
    return archiveDigest;
  }

  /**
   * Verifies the blob after every byte of the archive has been read.
   *
   * @return its names
   * @throws MalformedBlobException when it is not the one that was expected
   */
  Names verify(BlobStream blob) throws IOException {
    if (blob.read() >= 0) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT, blob.offset() - 1, "bytes after the end of the compressed stream");
    }
    long blobBytes = blob.offset();
    String diffId =
        archiveDigest == null
            ? expected.diffIds().get(0)
            : Digests.print(archiveAlgorithm(), archiveDigest);
    String digest =
        namedByBlob ? Digests.print(Digests.algorithm(expected.layerDigest()), blobDigest) : diffId;
    if (expected.bytes() >= 0 && blobBytes != expected.bytes()) {
      throw otherSize(blobBytes, digest.equals(expected.layerDigest()));
    }
    if (!digest.equals(expected.layerDigest())) {
      throw new MalformedBlobException(
          RejectReason.DIGEST_MISMATCH, blobBytes, "the digest of the bytes is " + digest);
    }
    if (!expected.diffIds().isEmpty() && !expected.diffIds().contains(diffId)) {
      throw new MalformedBlobException(
          RejectReason.DIGEST_MISMATCH,
          blobBytes,
          "the diffID is " + diffId + ", configs say " + String.join(", ", expected.diffIds()));
    }
    return new Names(digest, diffId);
  }

  private String archiveAlgorithm() {
    return expected.diffIds().isEmpty() ? "sha256" : Digests.algorithm(expected.diffIds().get(0));
  }

  private MalformedBlobException otherSize(long blobBytes, boolean whole) {
    String sizes = "the blob has " + blobBytes + " bytes, its manifest says ";
    if (whole) {
      return new MalformedBlobException(
          RejectReason.CORRUPT,
          -1,
          sizes + expected.bytes() + ": its digest is right, its manifest is not");
    }
    boolean less = blobBytes < expected.bytes();
    return new MalformedBlobException(
        less ? RejectReason.TRUNCATED : RejectReason.DIGEST_MISMATCH,
        blobBytes,
        sizes + expected.bytes());
  }

  /** The two names of the layer: the digest of its blob and of the archive inside. */
  record Names(String layerDigest, String diffId) {}
}
