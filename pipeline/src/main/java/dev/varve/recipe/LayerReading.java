package dev.varve.recipe;

import dev.varve.codec.ArchiveLimits;
import dev.varve.codec.InflateEngine;
import dev.varve.codec.PullCodec;
import java.io.Serializable;
import java.util.List;

/**
 * How layers are read.
 *
 * @param fingerprint name of the file digest, one of {@link dev.varve.codec.Digests#FINGERPRINTS}
 * @param limits what an archive may ask for
 * @param inflate the decoder of gzip
 * @param diffId whether the diffID of configs is verified
 * @param pullCodecs with which the pull side is measured; empty when it is not
 */
public record LayerReading(
    String fingerprint,
    ArchiveLimits limits,
    InflateEngine inflate,
    DiffIds diffId,
    List<PullCodec> pullCodecs)
    implements Serializable {

  /** Reads only: the pull side is not measured. */
  public LayerReading(
      String fingerprint, ArchiveLimits limits, InflateEngine inflate, DiffIds diffId) {
    this(fingerprint, limits, inflate, diffId, List.of());
  }

  /** The same, with the pull side measured. */
  public LayerReading measuring(List<PullCodec> codecs) {
    return new LayerReading(fingerprint, limits, inflate, diffId, codecs);
  }

  /** What is done about the digest of the uncompressed archive. */
  public enum DiffIds {
    /** It is computed, and compared with those that configs state. */
    VERIFIED,
    /** What the one config states is taken on trust; it is computed only where none does. */
    TRUSTED
  }
}
