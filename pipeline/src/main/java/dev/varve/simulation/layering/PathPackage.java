package dev.varve.simulation.layering;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Packages that paths tell of: Python's in {@code site-packages} and {@code dist-packages}, npm's
 * in {@code node_modules}, Ruby's in {@code gems}, Java archives, and Debian's documentation of a
 * package and its entries among dpkg's files.
 */
final class PathPackage {
  private static final String DPKG_INFO = "var/lib/dpkg/info/";
  private static final Set<String> CONTAINERS =
      Set.of("node_modules/", "site-packages/", "dist-packages/");
  private static final String DOC = "usr/share/doc/";

  private PathPackage() {}

  /** Name of the package with its kind, such as {@code pypi/numpy}; null without one. */
  static @Nullable String of(String place) {
    int modules = behind(place, "node_modules/");
    if (modules >= 0) {
      String name = npmName(place, modules);
      return name == null ? null : "npm/" + outer(place, modules) + name;
    }
    int site = Math.max(behind(place, "site-packages/"), behind(place, "dist-packages/"));
    if (site >= 0) {
      String name = pythonName(part(place, site));
      return name.isEmpty() ? null : "pypi/" + name;
    }
    int gems = behind(place, "gems/");
    if (gems >= 0 && part(place, gems).indexOf('-') > 0) {
      return "gem/" + unversioned(part(place, gems));
    }
    if (place.endsWith(".jar") || place.endsWith(".war")) {
      String file = place.substring(place.lastIndexOf('/') + 1, place.length() - 4);
      return "jar/" + unversioned(file);
    }
    if (place.startsWith(DOC) && place.indexOf('/', DOC.length()) > 0) {
      return "deb/" + part(place, DOC.length());
    }
    if (place.startsWith(DPKG_INFO) && place.indexOf('.', DPKG_INFO.length()) > 0) {
      String file = place.substring(DPKG_INFO.length());
      int end = file.lastIndexOf('.');
      int architecture = file.indexOf(':');
      return "deb/" + file.substring(0, architecture > 0 ? architecture : end);
    }
    return null;
  }

  /** Whether packages are located directly in a directory, a scope of npm included. */
  static boolean isContainer(String directory) {
    int name = directory.lastIndexOf('/', directory.length() - 2) + 1;
    if (directory.startsWith("@", name)) {
      return isContainer(directory.substring(0, name));
    }
    return CONTAINERS.contains(directory.substring(name));
  }

  private static int behind(String place, String directory) {
    int at = place.lastIndexOf(directory);
    return at > 0 && place.charAt(at - 1) != '/' ? -1 : at < 0 ? -1 : at + directory.length();
  }

  private static String part(String place, int from) {
    int slash = place.indexOf('/', from);
    return place.substring(from, slash < 0 ? place.length() : slash);
  }

  private static @Nullable String npmName(String place, int from) {
    String name = part(place, from);
    if (name.isEmpty() || name.startsWith(".")) {
      return null;
    }
    if (!name.startsWith("@")) {
      return name;
    }
    String scoped = part(place, Math.min(place.length(), from + name.length() + 1));
    return scoped.isEmpty() ? null : name + "/" + scoped;
  }

  /** Packages around a nested one, each with {@code >} at its end. */
  private static String outer(String place, int modules) {
    int first = place.indexOf("node_modules/") + "node_modules/".length();
    return first >= modules
        ? ""
        : place.substring(first, modules - "/node_modules/".length()).replace("/node_modules/", ">")
            + ">";
  }

  private static String pythonName(String part) {
    String name = part;
    int dash = name.indexOf('-');
    int dot = name.indexOf('.');
    if (name.endsWith("-info") && dash > 0) {
      name = name.substring(0, dash);
    } else if (dot > 0) {
      name = name.substring(0, dot); // a module, or NAME.libs
    }
    return name.equals("__pycache__")
        ? ""
        : name.replaceAll("[-_.]+", "-").toLowerCase(Locale.ROOT);
  }

  private static String unversioned(String name) {
    for (int at = name.indexOf('-'); at > 0; at = name.indexOf('-', at + 1)) {
      if (at + 1 < name.length() && Character.isDigit(name.charAt(at + 1))) {
        return name.substring(0, at);
      }
    }
    return name;
  }
}
