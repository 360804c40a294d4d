package dev.varve.content.format;

import dev.varve.model.FileEntry;

/**
 * Size of a layer's recipe in a store of contents. It has the layer's entries with their headers,
 * compressed, and a reference of 40 bytes (digest and length) to each content of the layer.
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
