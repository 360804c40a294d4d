package dev.varve.content.recipe;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.Digests;
import dev.varve.model.LayerBlob;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Check that a layer is the one that manifests and configs name: by its size, by the digest of its
 * blob, and by its diffID (the digest of its archive).
 */
public final class LayerVerification {
  private final LayerBlob expected;
  private final boolean namedByBlob;
  private final MessageDigest blobDigest;

  /**
   * Digests of the archive by algorithm: one for each algorithm of a stated diffID. Empty where the
   * diffID is trusted.
   */
  private final SortedMap<String, MessageDigest> archiveDigests = new TreeMap<>();

  /**
   * @param expected what manifests and configs say of the layer
   */
  public LayerVerification(LayerBlob expected, DigestEngine engine, LayerReading.DiffIds diffIds) {
    this.expected = expected;
    namedByBlob = expected.digestOf() == LayerBlob.DigestOf.BLOB;
    String algorithm = Digests.algorithm(expected.layerDigest());
    blobDigest = engine.named(namedByBlob ? algorithm : "sha256");
    // The diffID is taken from the config only when the config states one and the layer is not
    // named by it.
    boolean trusted =
        diffIds == LayerReading.DiffIds.TRUST && expected.diffIds().size() == 1 && namedByBlob;
    if (!trusted) {
      expected.diffIds().forEach(diffId -> addArchiveDigest(diffId, engine));
      if (!namedByBlob || archiveDigests.isEmpty()) {
        addArchiveDigest(namedByBlob ? "sha256:" : expected.layerDigest(), engine);
      }
    }
  }

  private void addArchiveDigest(String digest, DigestEngine engine) {
    archiveDigests.computeIfAbsent(Digests.algorithm(digest), engine::named);
  }

  /** The digest to update with every byte of the blob. */
  public MessageDigest blobDigest() {
    return blobDigest;
  }

  /** The digest to update with every byte of the archive; null where the diffID is trusted. */
  public @Nullable MessageDigest archiveDigest() {
    return archiveDigests.isEmpty() ? null : Digests.combined(archiveDigests.values());
  }

  /**
   * Verifies the blob after every byte of the archive has been read.
   *
   * @return digest and diffID of the layer
   * @throws MalformedBlobException when the blob is not the expected one
   */
  public VerifiedDigests verify(BlobStream blob) throws IOException {
    if (blob.read() >= 0) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT, blob.offset() - 1, "bytes after the end of the compressed stream");
    }
    long blobBytes = blob.offset();
    Map<String, String> diffIds = new TreeMap<>();
    archiveDigests.forEach(
        (algorithm, archive) -> diffIds.put(algorithm, Digests.print(algorithm, archive)));
    String algorithm = Digests.algorithm(expected.layerDigest());
    String digest =
        namedByBlob
            ? Digests.print(algorithm, blobDigest)
            : Objects.requireNonNull(diffIds.get(algorithm));
    if (expected.bytes() >= 0 && blobBytes != expected.bytes()) {
      throw otherSize(blobBytes, digest.equals(expected.layerDigest()));
    }
    if (!digest.equals(expected.layerDigest())) {
      throw new MalformedBlobException(
          RejectReason.DIGEST_MISMATCH, blobBytes, "its bytes have the digest " + digest);
    }
    return new VerifiedDigests(digest, diffId(diffIds.values(), blobBytes));
  }

  /**
   * The diffID that was computed and that some config states. Other configs may state a wrong one.
   */
  private String diffId(Collection<String> computed, long blobBytes) throws MalformedBlobException {
    List<String> stated = expected.diffIds();
    if (computed.isEmpty()) {
      return stated.get(0);
    }
    return computed.stream()
        .filter(diffId -> stated.isEmpty() || stated.contains(diffId))
        .findFirst()
        .orElseThrow(
            () ->
                new MalformedBlobException(
                    RejectReason.DIGEST_MISMATCH,
                    blobBytes,
                    "its archive has the diffID %s, configs declare %s"
                        .formatted(String.join(", ", computed), String.join(", ", stated))));
  }

  private MalformedBlobException otherSize(long blobBytes, boolean whole) {
    String sizes = "the blob has " + blobBytes + " bytes, its manifest declares ";
    if (whole) {
      return new MalformedBlobException(
          RejectReason.CORRUPT,
          sizes + expected.bytes() + ": its digest is right, so its manifest is wrong");
    }
    boolean less = blobBytes < expected.bytes();
    return new MalformedBlobException(
        less ? RejectReason.TRUNCATED : RejectReason.DIGEST_MISMATCH,
        blobBytes,
        sizes + expected.bytes());
  }

  /** The two names of the layer: the digest of its blob and of the archive inside. */
  public record VerifiedDigests(String layerDigest, String diffId) {}
}
