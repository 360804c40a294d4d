package dev.varve.model;

import org.jspecify.annotations.Nullable;

/**
 * A chunk, a file or a piece of a file that was compressed alone, as a measurement: a row of {@code
 * content_sample}.
 *
 * @param chunker name of the rule that cut it; {@link #WHOLE_FILE} for a file
 * @param codec name and level, such as zstd-3
 * @param fingerprint fingerprint of the whole content
 * @param bytes length of the whole content
 * @param offset first byte of the compressed piece within the content; 0 if the whole content was
 *     compressed
 * @param measuredBytes length of that piece
 * @param compressedBytes compressed length of the piece as the codec writes it, which may exceed
 *     {@code measuredBytes}
 * @param inclusion probability that a piece of this length, in a file of this length, is drawn into
 *     the sample; above 0, at most 1
 * @param storedShare share of the file's stored bytes that the piece took in the layer it was read
 *     from, 0 to 1; null if unknown, and for chunks
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
  /** Name used in place of a chunker when files are not cut. */
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
