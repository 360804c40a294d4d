package dev.varve.squash;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Contents of the hard links of one image, whose files and links come in the order of layers. A
 * link has the content of the last file at its target in its own layer, or else of the last file or
 * hard link there. Stores the targets of links, some 250 bytes each.
 *
 * @param <C> what a content is known by
 */
public final class HardLinks<C> {
  private final Map<String, Target<C>> targets = new HashMap<>();

  /**
   * A path that links lead to.
   *
   * @param file the last one there, if there was any
   * @param depth of its layer
   * @param last content of the last file or hard link there
   */
  private record Target<C>(@Nullable C file, int depth, @Nullable C last) {}

  /** Takes a file at a path that links lead to. */
  public void file(String path, int depth, C content) {
    targets.put(path, new Target<>(content, depth, content));
  }

  /** The content of a link to this path, or null if no file is there. */
  public @Nullable C content(@Nullable String target, int depth) {
    Target<C> there = targets.get(target);
    if (there == null) {
      return null;
    }
    return there.file() != null && there.depth() == depth ? there.file() : there.last();
  }

  /** Takes a link at a path that links lead to, with its content. */
  public void link(String path, @Nullable C content) {
    Target<C> before = targets.get(path);
    targets.put(
        path,
        before == null
            ? new Target<>(null, 0, content)
            : new Target<>(before.file(), before.depth(), content));
  }

  /** Begins another image. */
  public void clear() {
    targets.clear();
  }
}
