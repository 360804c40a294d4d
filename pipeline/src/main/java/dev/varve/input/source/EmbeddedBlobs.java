package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Blobs that descriptors embed in their field {@code data}, in front of a storage that is searched
 * for all other blobs. An embedded blob is checked against the digest and size of its descriptor.
 * If it does not match it is rejected, and the storage is searched.
 *
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/descriptor.md">OCI image
 *     specification, descriptor.md</a>
 */
final class EmbeddedBlobs implements BlobPlaces {
  /**
   * Most base64 letters of one embedded blob: 1 MiB when decoded. Writers embed configs and
   * attestation statements, which are small.
   */
  private static final int MOST_LETTERS = ((1 << 20) / 3 + 1) * 4;

  /** Most base64 letters of all embedded blobs of one repository, layout or archive. */
  private static final long MOST_ALL_LETTERS = 64 << 20;

  private final BlobPlaces stored;
  private final Rejections rejections;
  private final Map<String, BlobPlace> embedded = new HashMap<>();
  private long embeddedLetters;

  EmbeddedBlobs(BlobPlaces stored, Rejections rejections) {
    this.stored = stored;
    this.rejections = rejections;
  }

  /** Adds what the descriptors of a manifest or an index embed. */
  void addAll(JsonNode root) {
    for (String list : new String[] {"manifests", "layers", "blobs"}) {
      root.path(list).forEach(this::add);
    }
    add(root.path("config"));
  }

  /** Adds what a descriptor embeds, if it does. */
  void add(JsonNode descriptor) {
    JsonNode data = descriptor.path("data");
    String digest = JsonDocument.cut(descriptor.path("digest"));
    if (!data.isTextual() || embedded.containsKey(digest)) {
      return;
    }
    try {
      String text = data.asText();
      long bytes = check(text, digest, descriptor);
      embeddedLetters += text.length();
      if (embeddedLetters > MOST_ALL_LETTERS) {
        throw ImageLimits.exceeded(
            "descriptors embed more than " + MOST_ALL_LETTERS + " letters of data");
      }
      embedded.put(digest, BlobPlace.embedded(text, bytes));
    } catch (MalformedBlobException e) {
      rejections.add(digest, e);
    }
  }

  private static long check(String text, String digest, JsonNode descriptor)
      throws MalformedBlobException {
    String what = "the data that its descriptor embeds ";
    if (!Digests.isDigest(digest)) {
      throw Digests.fault(digest, what.strip());
    }
    if (text.length() > MOST_LETTERS) {
      throw ImageLimits.exceeded(what + "has more than " + MOST_LETTERS + " letters, a MiB");
    }
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new MalformedBlobException(RejectReason.CORRUPT, what + "is not valid base64");
    }
    Long size = JsonDocument.size(descriptor);
    if (size == null || size != bytes.length) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT,
          what + "has " + bytes.length + " bytes, its size is " + descriptor.path("size"));
    }
    String found = Digests.of(Digests.algorithm(digest), bytes);
    if (!found.equals(digest)) {
      throw new MalformedBlobException(
          RejectReason.DIGEST_MISMATCH, what + "has bytes with the digest " + found);
    }
    return bytes.length;
  }

  @Override
  public Optional<BlobPlace> find(String digest) {
    BlobPlace place = embedded.get(digest);
    return place == null ? stored.find(digest) : Optional.of(place);
  }

  @Override
  public Optional<BlobPlace> manifest(String digest) {
    BlobPlace place = embedded.get(digest);
    return place == null ? stored.manifest(digest) : Optional.of(place);
  }

  @Override
  public BlobPlace requireManifest(String digest) throws MalformedBlobException {
    BlobPlace place = embedded.get(digest);
    return place == null ? stored.requireManifest(digest) : place;
  }
}
