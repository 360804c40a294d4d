package dev.varve.synthetic.registry;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The OCI descriptor of a blob.
 *
 * @param digest {@code sha256:} and 64 hex digits
 * @see <a href="https://github.com/opencontainers/image-spec/blob/v1.1.1/descriptor.md">OCI image
 *     specification, content descriptors</a>
 */
record Descriptor(String mediaType, String digest, long bytes) {

  static Descriptor of(String mediaType, byte[] data) {
    return new Descriptor(mediaType, sha256(data), data.length);
  }

  static String sha256(byte[] data) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(data);
      return "sha256:" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  String hex() {
    return digest.substring(digest.indexOf(':') + 1);
  }

  Descriptor as(String otherMediaType) {
    return new Descriptor(otherMediaType, digest, bytes);
  }
}
