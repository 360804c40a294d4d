package dev.varve.content.update;

import dev.varve.content.squash.SquashFold;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The trees of the two images of an update, compared path by path. Takes the entries of the layers
 * of both images sorted by {@link dev.varve.content.squash.ImagePaths#key}, then depth, then
 * position. Stores as much as two {@link SquashFold}, which is an entry a layer for each folder of
 * a path.
 *
 * <p>An entry that leads through a linked folder is passed on with its new path. Then the
 * difference is that of trees without it, and all entries must come again, those by their new
 * paths.
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
   * A comparison of trees of which no entry was seen.
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
   * Compares the files of the path that both trees have left. Each has one at most, as nothing of a
   * tree is inside of a file.
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
      // What both have is below all else of either, and leads to one path in both.
      if (this == earlier || !entry.earlier()) {
        hasMoved = true;
        moves.accept(entry, to);
      }
    }
  }
}
