package dev.varve.content.squash;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Contents of the hard links of one image, whose files and links come in the order in which layers
 * are unpacked, by the paths where they are unpacked. A link has the content of what is at its
 * target then. Stores the targets of links, some 200 bytes each.
 *
 * @param <C> what a content is known by
 */
public final class HardLinks<C> {
  private final Map<String, C> contents = new HashMap<>();

  /** Takes a file or a link at a path that links lead to; null for a link that leads nowhere. */
  public void put(String path, @Nullable C content) {
    if (content == null) {
      contents.remove(path);
    } else {
      contents.put(path, content);
    }
  }

  /** The content of a link to this path, or null if nothing is there. */
  public @Nullable C content(@Nullable String target) {
    return target == null ? null : contents.get(target);
  }

  /** Begins another image. */
  public void clear() {
    contents.clear();
  }
}
