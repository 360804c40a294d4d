package dev.varve.content.format;

import dev.varve.model.FileEntry;

/**
 * Bytes that a format stores of a layer in addition to contents and their headers, known from its
 * entries alone. Constants are of the format's definition, or measured on real layers; an
 * implementation says which.
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
  default void cut(long chunks) {}

  /** Bytes of the index, once all entries were added. */
  long bytes(LayerTotals layer);
}
