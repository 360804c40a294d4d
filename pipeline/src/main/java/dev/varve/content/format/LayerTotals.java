package dev.varve.content.format;

import dev.varve.input.codec.Compression;

/**
 * A layer whose entries were all added, from which a {@link LayerIndex} computes its size.
 *
 * @param compression of its blob
 * @param archiveBytes uncompressed
 * @param blobBytes as it is stored
 * @param folders of its entries
 * @param text of its entries
 */
public record LayerTotals(
    Compression compression, long archiveBytes, long blobBytes, Folders folders, IndexText text) {}
