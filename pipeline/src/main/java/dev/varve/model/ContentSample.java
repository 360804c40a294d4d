package dev.varve.model;

import org.jspecify.annotations.Nullable;

/**
 * A chunk, a file or a piece of one that was compressed by itself: a row of {@code content_sample}.
 *
 * @param chunker name of the rule that cut it; {@link #WHOLE_FILE} for a file
 * @param codec name and level, such as zstd-3
 * @param fingerprint of the content
 * @param bytes its length
 * @param offset of the piece of it that was compressed; 0 where that is all of it
 * @param measuredBytes length of that piece
 * @param compressedBytes what that took, as the codec has it, which is more where nothing is gained
 * @param inclusion probability with which a piece of this length, in a file of that length, is of
 *     the sample, above 0 to 1
 * @param storedShare how much of the stored bytes of its file the piece took where it was read,
 *     0..1; null where that is not known, and of chunks
 */
public record ContentSample(
    String chunker,
    String codec,
    Fingerprint fingerprint,
    long bytes,
    long offset,
    long measuredBytes,
    long compressedBytes,
    double inclusion,
    @Nullable Double storedShare) {
  /** Stands for a chunker where files are not cut. */
  public static final String WHOLE_FILE = "file";

  /** This sample of a file with its share of the stored bytes. */
  public ContentSample withStoredShare(double share) {
    return new ContentSample(
        chunker,
        codec,
        fingerprint,
        bytes,
        offset,
        measuredBytes,
        compressedBytes,
        inclusion,
        share);
  }
}
