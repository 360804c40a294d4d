package dev.varve.content.update;

import dev.varve.content.squash.SquashFold;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The trees of the two images of an update, compared path by path. Takes the entries of the layers
 * of both images sorted by {@link dev.varve.content.squash.ImagePaths#key}, then depth, then
 * position. Memory: that of two {@link SquashFold}, which is an entry a layer for each folder of
 * the current path.
 *
 * <p>An entry whose path leads through a symbolic link is passed on with its new path. The
 * difference is then void, because it lacks this entry. All entries must come once more to a new
 * comparison, moved ones by their new paths.
 */
public final class TreeComparison {
  private final BiConsumer<PairedEntry, String> moves;
  private final Tree earlier = new Tree();
  private final Tree later = new Tree();
  private boolean hasMoved;
  private @Nullable String path;
  private long changedFiles;
  private long changedBytes;
  private long removedFiles;
  private long removedBytes;

  /**
   * A comparison of two trees without entries yet.
   *
   * @param moves receives each entry once that leads to another path
   */
  public TreeComparison(BiConsumer<PairedEntry, String> moves) {
    this.moves = moves;
  }

  /** Whether any entry was passed on. */
  public boolean hasMoved() {
    return hasMoved;
  }

  /** Takes the next entry. */
  public void add(PairedEntry entry) {
    if (!entry.path().equals(path)) {
      path = entry.path();
      earlier.squash.goTo(path);
      later.squash.goTo(path);
      compare();
    }
    if (entry.earlier()) {
      earlier.squash.add(entry);
    }
    if (entry.later()) {
      later.squash.add(entry);
    }
  }

  /** The difference; called once, after the last entry. */
  public TreeChange finish() {
    earlier.squash.finish();
    later.squash.finish();
    compare();
    return new TreeChange(changedFiles, changedBytes, removedFiles, removedBytes);
  }

  /**
   * Compares the files at the path that both trees have just left. Each tree has at most one, as a
   * file has nothing inside of it.
   */
  private void compare() {
    PairedEntry before = earlier.take();
    PairedEntry now = later.take();
    if (before != null && now != null && before.path().equals(now.path())) {
      if (!Objects.equals(before.content(), now.content())) {
        addChanged(now);
      }
      return;
    }
    if (now != null) {
      addChanged(now);
    }
    if (before != null) {
      removedFiles++;
      removedBytes += before.bytes();
    }
  }

  private void addChanged(PairedEntry file) {
    changedFiles++;
    changedBytes += file.bytes();
  }

  /** One of the images, with the file that was reported last. */
  private final class Tree implements SquashFold.View<PairedEntry> {
    private final SquashFold<PairedEntry> squash = new SquashFold<>(this);
    private @Nullable PairedEntry file;

    private @Nullable PairedEntry take() {
      PairedEntry taken = file;
      file = null;
      return taken;
    }

    @Override
    public void live(PairedEntry entry) {
      if (entry.content() != null) {
        file = entry;
      }
    }

    @Override
    public void unlisted(String folder, int depth) {
      // A folder is no file.
    }

    @Override
    public void hidden(PairedEntry entry) {
      // It is not in the tree.
    }

    @Override
    public void marker(PairedEntry entry) {
      // It is not in the tree.
    }

    @Override
    public void moved(PairedEntry entry, String to) {
      // Layers that both images have are below all other layers, so a shared entry leads to the
      // same path in both trees and is passed on once.
      if (this == earlier || !entry.earlier()) {
        hasMoved = true;
        moves.accept(entry, to);
      }
    }
  }
}
