package dev.varve.recipe;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.LayerContents;
import java.util.EnumMap;
import java.util.Map;

/** Counts the entries of one layer by kind. */
final class LayerTally {
  private final Map<EntryKind, Long> entries = new EnumMap<>(EntryKind.class);
  private long fileBytes;
  private int maxDepth;

  void add(FileEntry entry) {
    entries.merge(entry.kind(), 1L, Long::sum);
    if (entry.kind() == EntryKind.FILE) {
      fileBytes += entry.bytes();
    }
    maxDepth = Math.max(maxDepth, depth(entry.path()));
  }

  LayerContents contents() {
    LayerContents.Entries counts = LayerContents.Entries.of(kind -> entries.getOrDefault(kind, 0L));
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
