package dev.varve.startup;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The symbolic links of an image's squashed view, and where paths lead through them without leaving
 * the image. Holds some 200 bytes a link.
 */
public final class ImageLinks {
  /** As many as Linux follows. */
  private static final int MOST_HOPS = 40;

  private final Map<String, String> targets = new HashMap<>();

  /**
   * Takes a link.
   *
   * @param path clean
   */
  public void add(String path, String target) {
    targets.put(path, target);
  }

  /** How many links there are. */
  public int size() {
    return targets.size();
  }

  /** The clean path that a path leads to, its last component followed too; null for a loop. */
  public @Nullable String resolve(String path) {
    Deque<String> left = new ArrayDeque<>();
    push(left, path);
    StringBuilder there = new StringBuilder();
    int hops = 0;
    while (!left.isEmpty()) {
      String component = left.removeFirst();
      if (component.equals("..")) {
        there.setLength(Math.max(0, there.lastIndexOf("/")));
        continue;
      }
      int folder = there.length();
      there.append(folder == 0 ? "" : "/").append(component);
      String target = targets.get(there.toString());
      if (target != null) {
        if (++hops > MOST_HOPS) {
          return null;
        }
        there.setLength(target.startsWith("/") ? 0 : folder);
        push(left, target);
      }
    }
    return there.toString();
  }

  private static void push(Deque<String> left, String path) {
    String[] components = path.split("/");
    for (int at = components.length - 1; at >= 0; at--) {
      if (!components[at].isEmpty() && !components[at].equals(".")) {
        left.addFirst(components[at]);
      }
    }
  }
}
