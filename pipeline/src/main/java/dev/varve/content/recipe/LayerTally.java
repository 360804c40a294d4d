package dev.varve.content.recipe;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.LayerContents;

/** Counts the entries of one layer by kind, for its row of table {@code layer}. */
@SuppressWarnings("EnumOrdinal") // places of an array that lives as long as its layer is read
final class LayerTally {
  /**
   * Number of entries by the ordinal of their kind: an array, because it is updated for every entry
   * of a registry.
   */
  private final long[] entries = new long[EntryKind.values().length];

  private long fileBytes;
  private int maxDepth;

  void add(FileEntry entry) {
    entries[entry.kind().ordinal()]++;
    if (entry.kind() == EntryKind.FILE) {
      fileBytes += entry.bytes();
    }
    maxDepth = Math.max(maxDepth, depth(entry.path()));
  }

  LayerContents contents() {
    LayerContents.Entries counts = LayerContents.Entries.of(kind -> entries[kind.ordinal()]);
    return new LayerContents(fileBytes, counts, maxDepth);
  }

  /** Path components: one more than the slashes; 0 for the root. */
  private static int depth(String path) {
    if (path.equals(".")) {
      return 0;
    }
    int depth = 1;
    for (int at = 0; at < path.length(); at++) {
      if (path.charAt(at) == '/') {
        depth++;
      }
    }
    return depth;
  }
}
