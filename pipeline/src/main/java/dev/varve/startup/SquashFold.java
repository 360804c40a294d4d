package dev.varve.startup;

import dev.varve.model.EntryKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The squashed view of one image: what is left at each path once its layers are unpacked in order.
 * Takes the entries of all layers sorted by {@link ImagePaths#key}, then depth, then position, and
 * reports of each whether it is in the view. Stores, for each folder of the path that goes by, an
 * entry a layer.
 *
 * <p>As runtimes unpack: the last entry of a path wins, within a layer too. A folder over a folder
 * keeps what is inside, everything else replaces it. A whiteout deletes what layers below have, an
 * opaque marker what they have inside of its folder. An entry inside of a file is taken for a
 * folder over that file, which runtimes refuse.
 *
 * <p>An entry whose folder is a symbolic link by then is unpacked where the link leads. That is
 * elsewhere in the order: it is returned as moved, and must come again by its new path, among all
 * entries of the image, whatever was reported of them.
 */
public final class SquashFold {
  /** Receives each entry once, and folders that no layer lists. */
  public interface View {
    /** In the view. */
    void live(LayeredEntry entry);

    /** Not in the view: replaced, deleted, or lying in what was. */
    void hidden(LayeredEntry entry);

    /** A whiteout or an opaque marker, which is never in the view. */
    void marker(LayeredEntry entry);

    /**
     * To come again.
     *
     * @param path clean
     */
    void moved(LayeredEntry entry, String path);
  }

  /** Position of a folder that no layer lists; its depth is the least of its entries. */
  public static final int UNLISTED = -1;

  /** Folders that no layer lists are reported down to here, so that long paths do not multiply. */
  private static final int MOST_UNLISTED = 32;

  /** A path that links make longer than this names nothing: no layer may contain one by default. */
  private static final int MOST_LETTERS = 1 << 16;

  private final View view;
  private final Deque<PathFrame> frames = new ArrayDeque<>();

  /** The path whose folders the frames are. */
  private String current = "";

  private int links;

  public SquashFold(View view) {
    this.view = view;
    frames.addLast(new PathFrame(0, null));
  }

  /** Takes the next entry. */
  public void add(LayeredEntry entry) {
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
    if (!entry.isSet()) {
      view.marker(entry);
    }
    PathFrame frame = frames.getLast();
    boolean linked = frame.hasLink();
    LayeredEntry replaced = frame.add(entry);
    if (replaced != null) {
      view.hidden(replaced);
    }
    links += (frame.hasLink() ? 1 : 0) - (linked ? 1 : 0);
  }

  /** Called once, after the last entry. */
  public void finish() {
    while (!frames.isEmpty()) {
      leave();
    }
  }

  /** Leaves what does not contain the path, and enters what does. */
  private void goTo(String path) {
    int same = 0;
    int shorter = Math.min(path.length(), current.length());
    while (same < shorter && path.charAt(same) == current.charAt(same)) {
      same++;
    }
    while (frames.getLast().end > same || !endsComponent(path, frames.getLast().end)) {
      leave();
    }
    current = path;
    while (frames.getLast().end < path.length()) {
      int last = frames.getLast().end;
      int end = path.indexOf('/', last == 0 ? 0 : last + 1);
      frames.addLast(new PathFrame(end < 0 ? path.length() : end, frames.getLast()));
    }
  }

  private static boolean endsComponent(String path, int end) {
    return end == 0 || end == path.length() || path.charAt(end) == '/';
  }

  private void leave() {
    PathFrame frame = frames.removeLast();
    links -= frame.hasLink() ? 1 : 0;
    LayeredEntry winner = frame.winner();
    boolean kept = winner != null && frame.keeps(winner);
    if (winner != null) {
      kept &= winner.kind() == EntryKind.DIRECTORY || !frame.holdsLive();
      if (kept) {
        view.live(winner);
        hold(winner.depth());
      } else {
        view.hidden(winner);
      }
    }
    if (!kept && frame.holdsLive()) {
      if (frame.components() > 0 && frame.components() <= MOST_UNLISTED) {
        view.live(
            new LayeredEntry(
                current.substring(0, frame.end),
                frame.leastLiveDepth(),
                UNLISTED,
                EntryKind.DIRECTORY,
                null,
                null));
      }
      hold(frame.leastLiveDepth());
    }
  }

  private void hold(int depth) {
    PathFrame folder = frames.peekLast();
    if (folder != null) {
      folder.holdsLive(depth);
    }
  }

  /** Where an entry is unpacked, unless at its path. */
  private @Nullable String movedPath(LayeredEntry entry) {
    Iterator<PathFrame> down = frames.iterator();
    while (down.hasNext()) {
      PathFrame frame = down.next();
      if (!down.hasNext() && entry.kind() != EntryKind.OPAQUE) {
        return null;
      }
      LayeredEntry link = frame.linkBefore(entry);
      if (link != null && link.linkTarget() != null) {
        return ImagePaths.clean(
            ImagePaths.target(current.substring(0, frame.end), link.linkTarget())
                + current.substring(frame.end));
      }
    }
    return null;
  }
}
