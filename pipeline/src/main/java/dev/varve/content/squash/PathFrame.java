package dev.varve.content.squash;

import dev.varve.model.EntryKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes by the layers of an image at one path, while the paths inside it go by. Contains an
 * entry a layer, or a thousand in all when a layer lists the path again and again.
 *
 * @param <E> an entry
 */
final class PathFrame<E extends TreeEntry> {
  private static final int NEVER = -1;
  private static final int MOST_SETS = 1000;

  /** Length of the path, which begins the path of the entry that goes by. */
  final int end;

  private final @Nullable PathFrame<E> folder;
  private final int components;

  /** Entries that put something here; of many, the last of each layer. */
  private final List<E> sets = new ArrayList<>();

  /** Layers that delete this path, and that empty it; ascending. */
  private final List<Integer> whiteouts = new ArrayList<>();

  private final List<Integer> opaques = new ArrayList<>();

  /** The last entry that made this something else than a folder. */
  private @Nullable E lastOther;

  private boolean hasLink;
  private int leastLiveDepth = NEVER;

  PathFrame(int end, @Nullable PathFrame<E> folder) {
    this.end = end;
    this.folder = folder;
    this.components = folder == null ? 0 : folder.components + 1;
  }

  /** Takes an entry of this path, later than those before; returns the one that it replaces. */
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
    if (replaced != null && replaced.depth() == entry.depth() && sets.size() >= MOST_SETS) {
      sets.remove(sets.size() - 1);
    }
    sets.add(entry);
    if (entry.kind() != EntryKind.DIRECTORY) {
      lastOther = entry;
    }
    hasLink |= entry.kind() == EntryKind.SYMLINK;
    return replaced;
  }

  /** The last entry that puts something here. */
  @Nullable E winner() {
    return sets.isEmpty() ? null : sets.get(sets.size() - 1);
  }

  /** Whether no later layer deletes this entry of this path, nor a folder above it. */
  boolean keeps(E entry) {
    if (!whiteouts.isEmpty() && last(whiteouts) > entry.depth()) {
      return false;
    }
    for (PathFrame<E> above = folder; above != null; above = above.folder) {
      if ((!above.whiteouts.isEmpty() && last(above.whiteouts) > entry.depth())
          || (!above.opaques.isEmpty() && last(above.opaques) > entry.depth())
          || (above.lastOther != null && entry.isBefore(above.lastOther))) {
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

  /** Notes that something inside is in the view. */
  void addLive(int depth) {
    leastLiveDepth = leastLiveDepth == NEVER ? depth : Math.min(leastLiveDepth, depth);
  }

  /** Whether something inside is in the view. */
  boolean containsLive() {
    return leastLiveDepth != NEVER;
  }

  /** The first layer with something of the view inside. */
  int leastLiveDepth() {
    return leastLiveDepth;
  }

  /** The symbolic link here when an entry is unpacked, or null. */
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

  /** By halving, as entries come in the order of layers. */
  private @Nullable E lastBefore(E entry) {
    int before = 0;
    int after = sets.size();
    while (before < after) {
      int middle = (before + after) >>> 1;
      if (sets.get(middle).isBefore(entry)) {
        before = middle + 1;
      } else {
        after = middle;
      }
    }
    return before == 0 ? null : sets.get(before - 1);
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
