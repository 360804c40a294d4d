package dev.varve.jobs.engine.lineage;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * UUIDs of version 5, made from names: the same run has the same UUID wherever it is computed.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.5">RFC 9562, section 5.5</a>
 */
final class RunUuid {
  /** The namespace of names that are URLs, by appendix C of RFC 4122. */
  private static final UUID URLS = UUID.fromString("6ba7b811-9dad-11d1-80b4-00c04fd430c8");

  private static final String RUNS = "https://varve.dev/run/";

  private RunUuid() {}

  /** The UUID of a run, from its id in table {@code run}. */
  static UUID of(String runId) {
    MessageDigest sha1;
    try {
      sha1 = MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
    sha1.update(
        ByteBuffer.allocate(16)
            .putLong(URLS.getMostSignificantBits())
            .putLong(URLS.getLeastSignificantBits())
            .flip());
    ByteBuffer digest =
        ByteBuffer.wrap(sha1.digest((RUNS + runId).getBytes(StandardCharsets.UTF_8)));
    long most = (digest.getLong() & ~0xF000L) | 0x5000L;
    long least = (digest.getLong() & ~(3L << 62)) | (2L << 62);
    return new UUID(most, least);
  }
}
