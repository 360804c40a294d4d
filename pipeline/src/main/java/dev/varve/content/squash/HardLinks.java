package dev.varve.content.squash;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finder of the contents of an image's hard links. The files and links must come in the order in
 * which layers are unpacked, each with the path where it is unpacked. A link has the content that
 * its target path has at this moment. Memory: about 200 bytes for each path that is the target of a
 * link.
 *
 * @param <C> identity of a content
 */
public final class HardLinks<C> {
  private final Map<String, C> contents = new HashMap<>();

  /**
   * Notes the content at a path that links lead to; null when a link is there that leads nowhere.
   */
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

  /** Drops all contents, to begin another image. */
  public void clear() {
    contents.clear();
  }
}
