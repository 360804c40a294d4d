package dev.varve.model;

/**
 * Bytes that a span of a layer's archive takes when a storage format encodes it: a row of {@code
 * format_sample} without its layer.
 *
 * @param coding name of the coding
 * @param offset offset of the span in the archive
 * @param archiveBytes length of the span
 * @param contents number of files with content that begin in the span
 * @param contentBytes bytes of the span that are content of files
 * @param storedBytes bytes of the original blob that the span takes
 * @param codedBytes bytes that the span takes in the coding
 */
public record FormatSample(
    String coding,
    long offset,
    long archiveBytes,
    int contents,
    long contentBytes,
    double storedBytes,
    long codedBytes) {}
