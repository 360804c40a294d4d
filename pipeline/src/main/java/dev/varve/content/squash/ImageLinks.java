package dev.varve.content.squash;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The symbolic links of an image's squashed view, and where paths lead through them without leaving
 * the image. Memory: about 200 bytes a link, and more for one whose path and target are longer than
 * {@value #USUAL_LETTERS} letters.
 */
public final class ImageLinks {
  /** Symbolic links that Linux follows at most while it resolves one path. */
  private static final int MOST_HOPS = 40;

  /** Longest resolved path, in letters: four times the longest that Linux accepts. */
  private static final int MOST_LETTERS = 1 << 14;

  /** Letters of path and target together that count as one link in {@link #size}. */
  private static final int USUAL_LETTERS = 200;

  private final Map<String, String> targets = new HashMap<>();
  private long size;

  /**
   * Takes a link.
   *
   * @param path clean
   */
  public void add(String path, String target) {
    targets.put(path, target);
    size += 1 + (path.length() + target.length()) / USUAL_LETTERS;
  }

  /** A measure of memory: the number of links, with longer ones counted as several. */
  public long size() {
    return size;
  }

  /**
   * The clean path that a path leads to; a link as its last component is followed too. Null for a
   * loop of links, and for a path longer than any system accepts.
   */
  public @Nullable String resolve(String path) {
    Deque<String> pending = new ArrayDeque<>();
    push(pending, path);
    StringBuilder resolved = new StringBuilder();
    int hops = 0;
    while (!pending.isEmpty()) {
      String component = pending.removeFirst();
      if (component.equals("..")) {
        resolved.setLength(Math.max(0, resolved.lastIndexOf("/")));
        continue;
      }
      int folder = resolved.length();
      resolved.append(folder == 0 ? "" : "/").append(component);
      if (resolved.length() > MOST_LETTERS) {
        return null;
      }
      String target = targets.get(resolved.toString());
      if (target != null) {
        if (++hops > MOST_HOPS) {
          return null;
        }
        resolved.setLength(target.startsWith("/") ? 0 : folder);
        push(pending, target);
      }
    }
    return resolved.toString();
  }

  private static void push(Deque<String> pending, String path) {
    String[] components = path.split("/");
    for (int at = components.length - 1; at >= 0; at--) {
      if (!components[at].isEmpty() && !components[at].equals(".")) {
        pending.addFirst(components[at]);
      }
    }
  }
}
