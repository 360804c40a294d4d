package dev.varve.recipe;

import dev.varve.model.FileEntry;
import dev.varve.model.Layer;
import org.jspecify.annotations.Nullable;

/** Counts the entries of one layer by kind. */
final class LayerTally {
  private long fileBytes;
  private long files;
  private long directories;
  private long symlinks;
  private long hardLinks;
  private long whiteouts;
  private long otherEntries;
  private int maxDepth;

  void add(FileEntry entry) {
    switch (entry.kind()) {
      case FILE -> {
        files++;
        fileBytes += entry.bytes();
      }
      case DIRECTORY -> directories++;
      case SYMLINK -> symlinks++;
      case HARD_LINK -> hardLinks++;
      case WHITEOUT, OPAQUE -> whiteouts++;
      case DEVICE, FIFO, METADATA -> otherEntries++;
    }
    maxDepth = Math.max(maxDepth, depth(entry.path()));
  }

  Layer layer(
      String layerDigest,
      String diffId,
      @Nullable String mediaType,
      String compression,
      long compressedBytes,
      long archiveBytes) {
    return new Layer(
        layerDigest,
        diffId,
        mediaType,
        compression,
        compressedBytes,
        archiveBytes,
        fileBytes,
        files,
        directories,
        symlinks,
        hardLinks,
        whiteouts,
        otherEntries,
        maxDepth);
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
