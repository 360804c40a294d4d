package dev.varve.model;

/**
 * Bytes that a span of a layer's archive takes in the coding of a format: a row of {@code
 * format_sample} without its layer.
 *
 * @param coding its name
 * @param offset of the span in the archive
 * @param archiveBytes its length
 * @param contents files with content that begin in it
 * @param contentBytes bytes of files among them
 * @param storedBytes bytes of the blob that it takes as it is stored
 * @param codedBytes what it takes in the coding
 */
public record FormatSample(
    String coding,
    long offset,
    long archiveBytes,
    int contents,
    long contentBytes,
    double storedBytes,
    long codedBytes) {}
