package dev.varve.content.squash;

import dev.varve.model.EntryKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes that the layers of an image make at one path. It exists while the fold is at this
 * path or inside of it. It stores an entry a layer, or {@value #MOST_SETS} in all when a layer
 * lists the path again and again.
 *
 * @param <E> an entry
 */
final class PathFrame<E extends TreeEntry> {
  private static final int NEVER = -1;
  private static final int MOST_SETS = 1000;

  /** Length of this path, which is a prefix of the fold's current path. */
  final int end;

  private final @Nullable PathFrame<E> folder;
  private final int components;

  /**
   * Entries that put something here, in order; beyond {@value #MOST_SETS}, the last of each layer.
   */
  private final List<E> entries = new ArrayList<>();

  /** Depths of the layers with a whiteout of this path, ascending. */
  private final List<Integer> whiteouts = new ArrayList<>();

  /** Depths of the layers with an opaque marker in this folder, ascending. */
  private final List<Integer> opaques = new ArrayList<>();

  /** The last entry that put something other than a folder here, which removes all inside. */
  private @Nullable E lastNonFolder;

  private boolean hasLink;
  private int leastLiveDepth = NEVER;

  PathFrame(int end, @Nullable PathFrame<E> folder) {
    this.end = end;
    this.folder = folder;
    this.components = folder == null ? 0 : folder.components + 1;
  }

  /**
   * Takes the next entry of this path, in the order of unpacking; returns the entry that it
   * replaces, or null.
   */
  @Nullable E add(E entry) {
    if (entry.kind() == EntryKind.WHITEOUT) {
      addOnce(whiteouts, entry.depth());
      return null;
    }
    if (entry.kind() == EntryKind.OPAQUE) {
      addOnce(opaques, entry.depth());
      return null;
    }
    E replaced = winner();
    if (replaced != null && replaced.depth() == entry.depth() && entries.size() >= MOST_SETS) {
      entries.remove(entries.size() - 1);
    }
    entries.add(entry);
    if (entry.kind() != EntryKind.DIRECTORY) {
      lastNonFolder = entry;
    }
    hasLink |= entry.kind() == EntryKind.SYMLINK;
    return replaced;
  }

  /** The last entry that puts something here. */
  @Nullable E winner() {
    return entries.isEmpty() ? null : entries.get(entries.size() - 1);
  }

  /** Whether no later layer deletes this entry of this path, nor a folder above it. */
  boolean keeps(E entry) {
    if (!whiteouts.isEmpty() && last(whiteouts) > entry.depth()) {
      return false;
    }
    for (PathFrame<E> above = folder; above != null; above = above.folder) {
      if ((!above.whiteouts.isEmpty() && last(above.whiteouts) > entry.depth())
          || (!above.opaques.isEmpty() && last(above.opaques) > entry.depth())
          || (above.lastNonFolder != null && entry.isBefore(above.lastNonFolder))) {
        return false;
      }
    }
    return true;
  }

  int components() {
    return components;
  }

  /** Whether any layer puts a symbolic link here. */
  boolean hasLink() {
    return hasLink;
  }

  /** Notes that an entry of this layer inside of this path is in the view. */
  void addLive(int depth) {
    leastLiveDepth = leastLiveDepth == NEVER ? depth : Math.min(leastLiveDepth, depth);
  }

  /** Whether any entry inside of this path is in the view. */
  boolean containsLive() {
    return leastLiveDepth != NEVER;
  }

  /** The least depth of the entries inside of this path that are in the view; -1 without any. */
  int leastLiveDepth() {
    return leastLiveDepth;
  }

  /** The symbolic link that is at this path at the moment when an entry is unpacked, or null. */
  @Nullable E linkBefore(E entry) {
    E there = lastBefore(entry);
    if (there == null || there.kind() != EntryKind.SYMLINK) {
      return null;
    }
    boolean deleted = isAmong(whiteouts, there.depth(), entry.depth());
    for (PathFrame<E> above = folder; above != null && !deleted; above = above.folder) {
      deleted =
          isAmong(above.whiteouts, there.depth(), entry.depth())
              || isAmong(above.opaques, there.depth(), entry.depth());
    }
    return deleted ? null : there;
  }

  /**
   * The last entry at this path that is unpacked before another entry; by binary search, as entries
   * are stored in order.
   */
  private @Nullable E lastBefore(E entry) {
    int before = 0;
    int after = entries.size();
    while (before < after) {
      int middle = (before + after) >>> 1;
      if (entries.get(middle).isBefore(entry)) {
        before = middle + 1;
      } else {
        after = middle;
      }
    }
    return before == 0 ? null : entries.get(before - 1);
  }

  private static void addOnce(List<Integer> depths, int depth) {
    if (depths.isEmpty() || last(depths) != depth) {
      depths.add(depth);
    }
  }

  private static int last(List<Integer> depths) {
    return depths.get(depths.size() - 1);
  }

  private static boolean isAmong(List<Integer> depths, int above, int upTo) {
    return depths.stream().anyMatch(depth -> depth > above && depth <= upTo);
  }
}
