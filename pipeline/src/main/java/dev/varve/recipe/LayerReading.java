package dev.varve.recipe;

import dev.varve.codec.ArchiveLimits;
import dev.varve.codec.InflateEngine;
import java.io.Serializable;

/**
 * How layers are read.
 *
 * @param fingerprint name of the file digest, one of {@link dev.varve.codec.Digests#FINGERPRINTS}
 * @param limits what an archive may ask for
 * @param inflate the decoder of gzip
 * @param diffId whether the diffID of configs is verified
 */
public record LayerReading(
    String fingerprint, ArchiveLimits limits, InflateEngine inflate, DiffIds diffId)
    implements Serializable {

  /** What is done about the digest of the uncompressed archive. */
  public enum DiffIds {
    /** It is computed, and compared with those that configs state. */
    VERIFIED,
    /** What the one config states is taken on trust; it is computed only where none does. */
    TRUSTED
  }
}
