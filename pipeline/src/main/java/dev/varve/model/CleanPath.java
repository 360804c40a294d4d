package dev.varve.model;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The one form of a path inside of an image, relative to its root: no leading or trailing slash and
 * no empty, {@code .} or {@code ..} component. The root is the empty path. A {@code ..} at the root
 * stays at the root, as in container runtimes, which clean the names of entries before they follow
 * links.
 */
public final class CleanPath {
  private CleanPath() {}

  /** The clean path that a path leads to from the root if there are no links on its way. */
  public static String of(String path) {
    if (isClean(path)) {
      return path;
    }
    Deque<String> components = new ArrayDeque<>();
    for (String component : path.split("/")) {
      if (component.equals("..")) {
        components.pollLast();
      } else if (!component.isEmpty() && !component.equals(".")) {
        components.addLast(component);
      }
    }
    return String.join("/", components);
  }

  private static boolean isClean(String path) {
    int from = 0;
    while (from <= path.length()) {
      int to = path.indexOf('/', from);
      to = to < 0 ? path.length() : to;
      int letters = to - from;
      if (letters == 0
          || (path.charAt(from) == '.'
              && (letters == 1 || (letters == 2 && path.charAt(from + 1) == '.')))) {
        return path.isEmpty();
      }
      from = to + 1;
    }
    return true;
  }
}
