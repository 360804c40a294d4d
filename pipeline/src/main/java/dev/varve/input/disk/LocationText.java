package dev.varve.input.disk;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** Arithmetic on the URIs of a {@link dev.varve.model.ByteStore}: plain text, nothing escaped. */
public final class LocationText {
  private static final Pattern URI = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*:/");

  private LocationText() {}

  /**
   * Normal form of a location: without repeated slashes, {@code .} and {@code ..}, so that equal
   * files have equal texts.
   */
  public static String normal(String location) {
    int path = pathAt(location);
    String system = location.substring(0, path);
    Deque<String> parts = new ArrayDeque<>();
    for (String part : location.substring(path).split("/")) {
      if (part.equals("..")) {
        parts.pollLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.addLast(part);
      }
    }
    boolean nowhere = system.endsWith("://"); // file:///a is file:/a
    return (nowhere ? system.substring(0, system.length() - 2) : system)
        + "/"
        + String.join("/", parts);
  }

  /** The folder of a file. */
  public static String folder(String location) {
    return location.substring(0, Math.max(location.lastIndexOf('/'), pathAt(location)));
  }

  /** The last component. */
  public static String name(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }

  /** Resolves a path that is relative to the file at {@code location}. */
  public static String resolve(String location, String path) {
    boolean absolute = path.startsWith("/");
    return normal(
        absolute ? location.substring(0, pathAt(location)) + path : folder(location) + "/" + path);
  }

  /** Whether a location is a root or is below it. */
  public static boolean isWithin(String location, String root) {
    String place = normal(location);
    String above = normal(root);
    return place.equals(above) || place.startsWith(above.endsWith("/") ? above : above + "/");
  }

  /** Whether a text begins with a protocol, as QEMU recognizes it: a colon before any slash. */
  static boolean hasProtocol(String name) {
    int colon = name.indexOf(':');
    int slash = name.indexOf('/');
    return colon >= 0 && (slash < 0 || colon < slash);
  }

  /** Whether a text is a whole URI: a scheme, and a slash behind its colon. */
  public static boolean isUri(String text) {
    return URI.matcher(text).find();
  }

  private static int pathAt(String location) {
    if (!isUri(location)) {
      return 0;
    }
    int after = location.indexOf(':') + 1;
    if (!location.startsWith("//", after)) {
      return after;
    }
    int slash = location.indexOf('/', after + 2);
    return slash < 0 ? location.length() : slash;
  }
}
