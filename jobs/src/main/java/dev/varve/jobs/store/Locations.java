package dev.varve.jobs.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Splits and joins locations. A location has a scheme, often an authority, and a path without
 * escapes: blanks and percent signs stand for themselves, as in {@code file:/a b/50%}. Another
 * example is {@code hdfs://host:8020/w}.
 */
public final class Locations {
  /**
   * A location with a scheme. A scheme has at least two letters, because one letter is a Windows
   * drive. {@code app:1.tar} is a file name.
   */
  private static final Pattern WITH_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/");

  private static final String FILE = "file";

  private Locations() {}

  /** Whether a place, as users write it, begins with a scheme. */
  public static boolean hasScheme(String place) {
    return WITH_SCHEME.matcher(place).lookingAt();
  }

  /** The scheme in lower case; {@code file} if the place names none. */
  public static String scheme(String place) {
    return hasScheme(place)
        ? place.substring(0, place.indexOf(':')).toLowerCase(Locale.ROOT)
        : FILE;
  }

  /** Whether a place is on this machine: it has no scheme, or scheme {@code file}. */
  public static boolean isLocal(String place) {
    return scheme(place).equals(FILE);
  }

  /**
   * The path on this machine of a local place.
   *
   * @throws InvalidPathException when no file can have this name, or when it names another host
   */
  public static Path local(String place) {
    String path = localText(place);
    if (hasScheme(place) && !isOfThisHost(place)) {
      throw new InvalidPathException(
          place,
          path.isEmpty()
              ? "a path of this machine follows three slashes, as in file:///data"
              : "it names another host; a path of this machine is file://" + path);
    }
    return Path.of(path);
  }

  /**
   * Whether the host of a place with a scheme is empty or {@code localhost}, and a path follows it.
   *
   * @see <a href="https://www.rfc-editor.org/rfc/rfc8089#section-2">RFC 8089, section 2</a>
   */
  private static boolean isOfThisHost(String place) {
    String host = place.substring(place.indexOf(':') + 1, rootOf(place));
    return rootOf(place) < place.length()
        && (host.length() <= 2 || host.equalsIgnoreCase("//localhost"));
  }

  private static String localText(String place) {
    return hasScheme(place) ? place.substring(rootOf(place)) : place;
  }

  /** The location of a path on this machine. */
  public static String of(Path path) {
    return FILE + ":" + path.toAbsolutePath().normalize();
  }

  /** The full location of a local place, relative to the working folder. */
  static String qualified(String place) {
    try {
      return of(local(place));
    } catch (InvalidPathException e) {
      // No file can have this name; opening it will report so.
      if (hasScheme(place) && !isOfThisHost(place)) {
        return place;
      }
      String text = localText(place);
      return FILE
          + ":"
          + (text.startsWith("/") ? text : in(Path.of("").toAbsolutePath() + "", text));
    }
  }

  /** The location of an entry of a folder, from its name or its path relative to the folder. */
  public static String in(String folder, String name) {
    return folder.endsWith("/") ? folder + name : folder + "/" + name;
  }

  /**
   * The path of a location relative to a folder above it.
   *
   * @throws IllegalArgumentException when the location is not below the folder, or leaves it by
   *     {@code ..} on the way
   */
  public static String relative(String folder, String location) {
    String top = folder.endsWith("/") ? folder : folder + "/";
    String path = location.startsWith(top) ? location.substring(top.length()) : "";
    List<String> names = Arrays.stream(path.split("/")).filter(name -> !name.isEmpty()).toList();
    if (names.isEmpty() || names.contains("..") || names.contains(".")) {
      throw new IllegalArgumentException(location + " is not below " + folder);
    }
    return String.join("/", names);
  }

  /** The last part of a location. */
  public static String name(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }

  /** The folder above a location; none above the root of a file system. */
  public static Optional<String> above(String location) {
    int root = rootOf(location);
    int last = location.lastIndexOf('/');
    if (last > root) {
      return Optional.of(location.substring(0, last));
    }
    return location.length() > root + 1
        ? Optional.of(location.substring(0, root + 1))
        : Optional.empty();
  }

  /** The folder that a file is in. */
  public static String folder(String file) {
    return above(file).orElseThrow();
  }

  /** Index of the slash at which the path of a location begins. */
  private static int rootOf(String location) {
    int path = hasScheme(location) ? location.indexOf(':') + 1 : 0;
    if (!location.startsWith("//", path)) {
      return path;
    }
    int root = location.indexOf('/', path + 2);
    return root < 0 ? location.length() : root;
  }

  /** Whether a path is a given local folder or below it, with links resolved. */
  public static boolean isWithin(Path path, String folder) {
    if (!isLocal(folder)) {
      return false;
    }
    Path root = local(folder).toAbsolutePath().normalize();
    for (@Nullable Path ancestor = path.toAbsolutePath().normalize();
        ancestor != null;
        ancestor = ancestor.getParent()) {
      try {
        if (ancestor.equals(root)
            || (Files.exists(ancestor) && Files.exists(root) && Files.isSameFile(ancestor, root))) {
          return true;
        }
      } catch (IOException e) {
        return false; // without the right to look there, nothing can be written there either
      }
    }
    return false;
  }
}
