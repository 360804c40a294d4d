package dev.varve.simulation.request;

import dev.varve.input.digest.Digests;
import java.io.Serializable;

/**
 * Blobs of the warehouse that a trace may name by their digests. A trace of one's own registry does
 * so; a trace with anonymised digests does not. A key is the first 60 bits of a digest.
 *
 * @param layers key of each layer, by the number under which its bytes are given too; may be empty
 * @param configs keys of configs of images
 */
@SuppressWarnings("ArrayRecordComponent") // carried to a task, which nobody compares
public record KnownBlobs(long[] layers, long[] configs) implements Serializable {
  /** No known blobs. */
  public static final KnownBlobs NONE = new KnownBlobs(new long[0], new long[0]);

  /** Key of a text that is no digest. */
  static final long NO_KEY = -1;

  private static final int KEY_DIGITS = 15;

  /** The first 60 bits of a digest; negative for what is no digest. */
  public static long key(String id) {
    if (!Digests.isDigest(id)) {
      return NO_KEY;
    }
    int from = id.indexOf(':') + 1;
    return Long.parseLong(id.substring(from, from + KEY_DIGITS), 16);
  }
}
