package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import dev.varve.input.json.ForeignJson;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A small JSON document: a manifest, a config, an index.
 *
 * @param digest digest of its bytes
 * @param bytes length of the document
 */
record JsonDocument(JsonNode root, String digest, long bytes) {
  /** Limit of each document that others wrote. */
  static final long MOST_BYTES = ForeignJson.MOST_BYTES;

  /**
   * Largest size of a blob that is believed: 1 TiB. Registries accept blobs of some hundred GiB.
   * With this bound, a sum of sizes overflows a long only after a gigabyte of false manifests.
   */
  private static final long MOST_BLOB_BYTES = 1L << 40;

  /**
   * Most letters of a text that is kept. Media types have at most 127 letters, names 255, build
   * steps some thousand.
   */
  private static final int MOST_LETTERS = 16 << 10;

  /**
   * Reads the document at a place and checks it against its digest, which may be that of the
   * payload of a {@link SignedManifest}.
   *
   * @param digest what it should be, or null
   * @throws MalformedBlobException when it is absent, too long, not what it should be, or no JSON
   */
  static JsonDocument read(ByteStore store, BlobPlace place, @Nullable String digest)
      throws IOException {
    byte[] bytes;
    try (InputStream in = place.open(store)) {
      bytes = in.readNBytes((int) MOST_BYTES + 1);
    } catch (FileNotFoundException e) {
      throw new MalformedBlobException(
          RejectReason.ABSENT, "the storage does not contain this blob");
    }
    if (bytes.length > MOST_BYTES) {
      throw new MalformedBlobException(
          RejectReason.LIMIT, MOST_BYTES, "a JSON document of more than " + MOST_BYTES + " bytes");
    }
    if (bytes.length == 0) {
      throw new MalformedBlobException(RejectReason.TRUNCATED, 0, "an empty JSON document");
    }
    String algorithm = digest == null ? "sha256" : Digests.algorithm(digest);
    String found = Digests.of(algorithm, bytes);
    if (digest != null && !digest.equals(found)) {
      byte[] payload = SignedManifest.payload(bytes);
      if (payload == null || !digest.equals(Digests.of(algorithm, payload))) {
        throw new MalformedBlobException(
            RejectReason.DIGEST_MISMATCH, bytes.length, "its bytes have the digest " + found);
      }
      return parsed(payload, digest);
    }
    return parsed(bytes, found);
  }

  private static JsonDocument parsed(byte[] bytes, String digest) throws MalformedBlobException {
    return new JsonDocument(ForeignJson.tree(bytes), digest, bytes.length);
  }

  /** A text field, cut as by {@link #cut}, or null when it is absent or no text. */
  static @Nullable String text(JsonNode node, String field) {
    JsonNode value = node.get(field);
    return value == null || !value.isTextual() ? null : cut(value);
  }

  /**
   * The first {@link #MOST_LETTERS} of a text. Without the limit, a name of a few MiB in an index
   * would be repeated in the rows of every image below that index. A digest that was cut is not a
   * valid digest.
   */
  static String cut(JsonNode text) {
    return cut(text.asText());
  }

  /** Shortens a text to {@link #MOST_LETTERS}; a surrogate pair is not split. */
  static String cut(String whole) {
    if (whole.length() <= MOST_LETTERS) {
      return whole;
    }
    int end = MOST_LETTERS - (Character.isHighSurrogate(whole.charAt(MOST_LETTERS - 1)) ? 1 : 0);
    return whole.substring(0, end);
  }

  /** The reference of an image, such as {@code team/app:1.2}. */
  static String reference(JsonNode text) throws MalformedBlobException {
    String whole = text.asText();
    if (whole.length() > MOST_LETTERS) {
      throw ImageLimits.exceeded("the name of an image has more than " + MOST_LETTERS + " letters");
    }
    return whole;
  }

  /** Checks that a value is a list, or JSON null, which some writers use for an empty list. */
  static JsonNode list(JsonNode list, String name) throws MalformedBlobException {
    if (!list.isArray() && !list.isNull()) {
      throw new MalformedBlobException(RejectReason.CORRUPT, "its " + name + " are not a list");
    }
    return list;
  }

  /** The size that a descriptor states; null unless {@link #hasSize}. */
  static @Nullable Long size(JsonNode descriptor) {
    return hasSize(descriptor) ? descriptor.path("size").asLong() : null;
  }

  /**
   * Whether a descriptor states a size from 0 to {@link #MOST_BLOB_BYTES}, so that sums of sizes
   * fit a long.
   */
  static boolean hasSize(JsonNode descriptor) {
    JsonNode size = descriptor.path("size");
    return size.isIntegralNumber()
        && size.canConvertToLong()
        && size.asLong() >= 0
        && size.asLong() <= MOST_BLOB_BYTES;
  }
}
