package dev.varve.content.format;

import dev.varve.model.FileEntry;

/**
 * The recipe of a layer in a store of contents: its entries with their headers, compressed, and a
 * reference of 40 bytes (a digest, a length) to each content that the layer is made of.
 */
final class RecipeIndex implements LayerIndex {
  private static final long REFERENCE_BYTES = 40;

  private final long meanBytes;
  private long references;

  private RecipeIndex(long meanBytes) {
    this.meanBytes = meanBytes;
  }

  /** References to files. */
  static RecipeIndex ofFiles() {
    return new RecipeIndex(Long.MAX_VALUE);
  }

  /** References to chunks of 64 KiB in the mean. */
  static RecipeIndex ofChunks() {
    return new RecipeIndex(64 << 10);
  }

  @Override
  public void add(FileEntry entry, Folders folders) {
    if (IndexText.hasContent(entry)) {
      references += 1 + entry.bytes() / meanBytes;
    }
  }

  @Override
  public long bytes(LayerTotals layer) {
    return layer.text().bytes() + REFERENCE_BYTES * references;
  }
}
