package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.json.ForeignJson;
import dev.varve.model.MalformedBlobException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A manifest of schema 1 as registries serve it: JSON with a list of signatures at its end. Its
 * digest is that of its payload: the first {@code formatLength} bytes of the document, followed by
 * a tail {@code formatTail} in place of the signatures. Each signature states both values.
 *
 * @see <a href="https://github.com/docker/libtrust/blob/master/jsonsign.go">libtrust,
 *     jsonsign.go</a>
 */
final class SignedManifest {
  private static final Base64.Decoder BASE64 = Base64.getUrlDecoder();

  private SignedManifest() {}

  /** The payload of a signed manifest, or null of anything else. */
  static byte @Nullable [] payload(byte[] signed) {
    try {
      JsonNode signature = ForeignJson.tree(signed).path("signatures").path(0);
      byte[] stated = BASE64.decode(signature.path("protected").asText());
      JsonNode format = ForeignJson.tree(stated);
      int length = format.path("formatLength").asInt(-1);
      byte[] tail = BASE64.decode(format.path("formatTail").asText());
      if (length < 0 || length > signed.length) {
        return null;
      }
      byte[] payload = Arrays.copyOf(signed, length + tail.length);
      System.arraycopy(tail, 0, payload, length, tail.length);
      return payload;
    } catch (MalformedBlobException | IllegalArgumentException e) {
      return null;
    }
  }
}
