package dev.varve.content.squash;

import dev.varve.model.CleanPath;
import dev.varve.model.EntryKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The squashed view of one image: what is left at each path once its layers are unpacked in order.
 * Takes the entries of all layers sorted by {@link ImagePaths#key}, then depth, then position, and
 * reports of each whether it is in the view. Memory: an entry a layer for each folder of the
 * current path.
 *
 * <p>The rules are those of runtimes. The last entry of a path wins, within a layer too. A folder
 * over a folder keeps what is inside; everything else replaces it. A whiteout deletes its path in
 * the layers below; an opaque marker deletes all that they have inside of its folder. Runtimes
 * refuse an entry inside of a file; here it turns that file into a folder.
 *
 * <p>An entry whose folder is a symbolic link when it is unpacked lands where the link leads. Its
 * new path has another place in the sorted order, so the entry is reported as moved. All entries of
 * the image must then come once more to a new fold, with the new path; earlier reports are void. A
 * target of a hard link can be moved likewise.
 *
 * @param <E> an entry
 */
public final class SquashFold<E extends TreeEntry> {
  /**
   * Receives each entry once, and folders that no layer lists.
   *
   * @param <E> an entry
   */
  public interface View<E> {
    /** An entry that is in the view. */
    void live(E entry);

    /**
     * A folder of the view that no layer lists.
     *
     * @param depth the least of the entries inside
     */
    void unlisted(String path, int depth);

    /** An entry that is not in the view: it, or a folder above it, was replaced or deleted. */
    void hidden(E entry);

    /** A whiteout, an opaque marker or the target of a hard link, which is never in the view. */
    void marker(E entry);

    /**
     * An entry that must come again, by another path.
     *
     * @param path where the entry is unpacked, clean
     */
    void moved(E entry, String path);
  }

  /**
   * Components of a path up to which folders that no layer lists are reported. Without a limit, one
   * path of many thousand components would give as many folders.
   */
  private static final int MOST_UNLISTED = 32;

  /**
   * Letters of a path. A path that links make longer names nothing; by default the limits of
   * archives allow no such path.
   */
  private static final int MOST_LETTERS = 1 << 16;

  private final View<E> view;
  private final Deque<PathFrame<E>> frames = new ArrayDeque<>();

  /** The path whose folders the frames are. */
  private String current = "";

  private int links;

  /** A fold that has seen no entry of its image yet. */
  public SquashFold(View<E> view) {
    this.view = view;
    frames.addLast(new PathFrame<>(0, null));
  }

  /** Takes the next entry. */
  public void add(E entry) {
    goTo(entry.path());
    String path = links == 0 ? null : movedPath(entry);
    if (path != null) {
      if (path.length() > MOST_LETTERS) {
        view.hidden(entry);
      } else {
        view.moved(entry, path);
      }
      return;
    }
    if (!entry.isSet() || entry.isTarget()) {
      view.marker(entry);
    }
    if (entry.isTarget()) {
      return;
    }
    PathFrame<E> frame = frames.getLast();
    boolean hadLink = frame.hasLink();
    E replaced = frame.add(entry);
    if (replaced != null) {
      view.hidden(replaced);
    }
    links += (frame.hasLink() ? 1 : 0) - (hadLink ? 1 : 0);
  }

  /** Called once, after the last entry. */
  public void finish() {
    while (!frames.isEmpty()) {
      leaveFolder();
    }
  }

  /**
   * Goes to a path without adding an entry: reports the entries of all paths that are neither this
   * path nor a folder above it.
   *
   * @param path its key must be no less than the keys of earlier paths
   */
  public void goTo(String path) {
    int commonLength = 0;
    int shorter = Math.min(path.length(), current.length());
    while (commonLength < shorter && path.charAt(commonLength) == current.charAt(commonLength)) {
      commonLength++;
    }
    while (frames.getLast().end > commonLength || !endsComponent(path, frames.getLast().end)) {
      leaveFolder();
    }
    current = path;
    while (frames.getLast().end < path.length()) {
      int last = frames.getLast().end;
      int end = path.indexOf('/', last == 0 ? 0 : last + 1);
      frames.addLast(new PathFrame<>(end < 0 ? path.length() : end, frames.getLast()));
    }
  }

  private static boolean endsComponent(String path, int end) {
    return end == 0 || end == path.length() || path.charAt(end) == '/';
  }

  private void leaveFolder() {
    PathFrame<E> frame = frames.removeLast();
    links -= frame.hasLink() ? 1 : 0;
    E winner = frame.winner();
    boolean isInView = winner != null && frame.keeps(winner);
    if (winner != null) {
      isInView &= winner.kind() == EntryKind.DIRECTORY || !frame.containsLive();
      if (isInView) {
        view.live(winner);
        addLive(winner.depth());
      } else {
        view.hidden(winner);
      }
    }
    if (!isInView && frame.containsLive()) {
      if (frame.components() > 0 && frame.components() <= MOST_UNLISTED) {
        view.unlisted(current.substring(0, frame.end), frame.leastLiveDepth());
      }
      addLive(frame.leastLiveDepth());
    }
  }

  private void addLive(int depth) {
    PathFrame<E> folder = frames.peekLast();
    if (folder != null) {
      folder.addLive(depth);
    }
  }

  /** The path at which an entry is unpacked; null where that is the entry's own path. */
  private @Nullable String movedPath(E entry) {
    Iterator<PathFrame<E>> down = frames.iterator();
    while (down.hasNext()) {
      PathFrame<E> frame = down.next();
      if (!down.hasNext() && entry.kind() != EntryKind.OPAQUE) {
        return null;
      }
      E link = frame.linkBefore(entry);
      if (link != null && link.linkTarget() != null) {
        return CleanPath.of(
            ImagePaths.target(current.substring(0, frame.end), link.linkTarget())
                + current.substring(frame.end));
      }
    }
    return null;
  }
}
