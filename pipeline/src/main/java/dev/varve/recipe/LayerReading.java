package dev.varve.recipe;

import dev.varve.chunking.ContentSampling;
import dev.varve.chunking.FileCutting;
import dev.varve.codec.BlobStream;
import dev.varve.codec.Decompressor;
import dev.varve.codec.InflateEngine;
import dev.varve.codec.PullCodec;
import dev.varve.digest.DigestEngine;
import dev.varve.digest.FingerprintRule;
import dev.varve.format.SpanSampling;
import dev.varve.tar.ArchiveLimits;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/**
 * Settings for reading layers.
 *
 * @param fingerprint what identifies the content of a file
 * @param limits limits of an archive
 * @param inflate the decoder of gzip
 * @param digest what computes SHA-256
 * @param diffId whether the diffID of configs is verified
 * @param pullCodecs with which the pull side is measured; empty when it is not
 * @param framingBytes compressed framing kept in memory at most; 0 where none is kept
 * @param cutting whether contents of files are cut into chunks, and how
 * @param formats which spans of the archive are compressed as other formats would
 */
public record LayerReading(
    FingerprintRule fingerprint,
    ArchiveLimits limits,
    InflateEngine inflate,
    DigestEngine digest,
    DiffIds diffId,
    List<PullCodec> pullCodecs,
    long framingBytes,
    FileCutting cutting,
    SpanSampling formats)
    implements Serializable {

  /** Settings without measuring pulls, and without framing. */
  public LayerReading(
      FingerprintRule fingerprint,
      ArchiveLimits limits,
      InflateEngine inflate,
      DigestEngine digest,
      DiffIds diffId) {
    this(
        fingerprint,
        limits,
        inflate,
        digest,
        diffId,
        List.of(),
        0,
        FileCutting.NONE,
        SpanSampling.NONE);
  }

  /** Settings with plain digests as fingerprints, one of {@link dev.varve.digest.Digests}. */
  public LayerReading(
      String fingerprint,
      ArchiveLimits limits,
      InflateEngine inflate,
      DigestEngine digest,
      DiffIds diffId) {
    this(FingerprintRule.plain(fingerprint), limits, inflate, digest, diffId);
  }

  /** The archive of a layer, inflated. */
  public Decompressor decompressor(BlobStream blob) throws IOException {
    return decompressor(blob, Decompressor.Progress.NONE);
  }

  /** The archive of a layer, inflated. */
  public Decompressor decompressor(BlobStream blob, Decompressor.Progress progress)
      throws IOException {
    return new Decompressor(blob, inflate, limits.windowBytes(), progress);
  }

  /** These settings with pulls measured. */
  public LayerReading measuring(List<PullCodec> codecs) {
    return new LayerReading(
        fingerprint, limits, inflate, digest, diffId, codecs, framingBytes, cutting, formats);
  }

  /** These settings with contents of files cut into chunks. */
  public LayerReading cutting(FileCutting how) {
    return new LayerReading(
        fingerprint, limits, inflate, digest, diffId, pullCodecs, framingBytes, how, formats);
  }

  /** These settings with another sample of contents to compress one by one. */
  public LayerReading sampling(ContentSampling sampling) {
    return cutting(new FileCutting(cutting.chunkers(), sampling, cutting.mostRecipeBytes()));
  }

  /** These settings with formats measured. */
  public LayerReading measuring(SpanSampling sampling) {
    return new LayerReading(
        fingerprint, limits, inflate, digest, diffId, pullCodecs, framingBytes, cutting, sampling);
  }

  /** Treatment of the digest of the uncompressed archive. */
  public enum DiffIds {
    /** The value of a single config is trusted; it is computed only where no config states one. */
    TRUST,
    /** It is computed, and compared with those that configs state. */
    VERIFY
  }
}
