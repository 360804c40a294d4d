package dev.varve.format;

/**
 * A layer whose entries were all added.
 *
 * @param archiveBytes uncompressed
 * @param blobBytes as it is stored
 * @param text of its entries
 */
public record LayerTotals(long archiveBytes, long blobBytes, IndexText text) {}
