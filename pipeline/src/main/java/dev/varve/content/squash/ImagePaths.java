package dev.varve.content.squash;

import dev.varve.model.CleanPath;
import dev.varve.model.EntryKind;
import org.jspecify.annotations.Nullable;

/**
 * Paths within an image, clean as {@link CleanPath} has them. A key is a clean path that sorts a
 * folder right before everything inside it.
 */
public final class ImagePaths {
  private static final String WHITEOUT = ".wh.";

  /**
   * Slash of a key. It sorts below every letter of a path, because recipes escape control
   * characters.
   */
  private static final char KEY_SLASH = '\u0001';

  private ImagePaths() {}

  /** The key of a clean path. */
  public static String key(String path) {
    return path.replace('/', KEY_SLASH);
  }

  /** The clean path of a key. */
  public static String path(String key) {
    return key.replace(KEY_SLASH, '/');
  }

  /** The folder of a clean path; the root is its own. */
  public static String folder(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  /** The target of a link, as a path from the root that may need cleaning. */
  public static String target(String linkPath, String linkTarget) {
    return linkTarget.startsWith("/") ? linkTarget : folder(linkPath) + "/" + linkTarget;
  }

  /**
   * The clean path that an entry of a layer concerns: for a whiteout the path that it deletes, for
   * an opaque marker its folder.
   *
   * @return null for a whiteout that names nothing, such as {@code .wh..}
   */
  public static @Nullable String subject(EntryKind kind, String path) {
    return switch (kind) {
      case WHITEOUT -> whitedOut(path);
      case OPAQUE -> folder(CleanPath.of(path));
      default -> CleanPath.of(path);
    };
  }

  /**
   * The clean path that a whiteout deletes; null for a name such as {@code .wh..}, which names
   * nothing.
   */
  public static @Nullable String whitedOut(String path) {
    String clean = CleanPath.of(path);
    String name = clean.substring(clean.lastIndexOf('/') + 1);
    String deleted = name.startsWith(WHITEOUT) ? name.substring(WHITEOUT.length()) : "";
    if (deleted.isEmpty() || deleted.equals(".") || deleted.equals("..")) {
      return null;
    }
    return CleanPath.of(folder(clean) + "/" + deleted);
  }
}
