package dev.varve.content.format;

import dev.varve.model.FileEntry;

/**
 * Counter of the bytes that a format stores for a layer in addition to contents and their headers,
 * from the layer's entries alone. Constants come from the format's definition, or were measured on
 * real layers; implementations say which.
 */
public interface LayerIndex {
  /**
   * Adds the next entry of the layer.
   *
   * @param folders of the layer so far, this entry's included
   */
  void add(FileEntry entry, Folders folders);

  /**
   * Takes the number of chunks that the content of the next entry has by the format's rule, where
   * counted.
   */
  default void chunksOfNext(long chunks) {}

  /** Bytes of the index, once all entries were added. */
  long bytes(LayerTotals layer);
}
