package dev.varve.model;

import org.jspecify.annotations.Nullable;

/**
 * A layer blob that was read whole and verified: a row of table {@code layer}. Sizes in bytes.
 *
 * @param compression as found by magic
 * @param fileBytes content of all FILE entries, holes filled
 * @param whiteouts WHITEOUT and OPAQUE entries
 * @param otherEntries DEVICE, FIFO and METADATA entries
 * @param maxDepth most path components of any entry
 */
public record Layer(
    String layerDigest,
    String diffId,
    @Nullable String mediaType,
    String compression,
    long compressedBytes,
    long archiveBytes,
    long fileBytes,
    long files,
    long directories,
    long symlinks,
    long hardLinks,
    long whiteouts,
    long otherEntries,
    int maxDepth) {}
