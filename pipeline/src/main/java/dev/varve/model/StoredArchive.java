package dev.varve.model;

/**
 * Form in which the archive of a layer is stored.
 *
 * @param compression as found by magic: gzip, zstd, bzip2, xz, none
 * @param compressedBytes bytes of the blob
 * @param archiveBytes bytes of the tar, padding and trailer included
 * @param restBytes bytes of the blob that belong to no entry, such as the end of the archive
 */
public record StoredArchive(
    String compression, long compressedBytes, long archiveBytes, long restBytes) {}
