package dev.varve.model;

/**
 * A chunk, or a whole file, that was compressed by itself: a row of {@code content_sample}.
 *
 * @param chunker name of the rule that cut it; {@link #WHOLE_FILE} for a file
 * @param codec name and level, such as zstd-3
 * @param fingerprint of the content
 * @param bytes its length
 * @param compressedBytes as the codec has it, which is more than {@code bytes} where nothing is
 *     gained
 * @param inclusion probability with which a content of this length is of the sample, above 0 to 1
 */
public record ContentSample(
    String chunker,
    String codec,
    Fingerprint fingerprint,
    long bytes,
    long compressedBytes,
    double inclusion) {
  /** Stands for a chunker where files are not cut. */
  public static final String WHOLE_FILE = "file";
}
