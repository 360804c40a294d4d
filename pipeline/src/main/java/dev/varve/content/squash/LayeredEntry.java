package dev.varve.content.squash;

import dev.varve.model.EntryKind;
import org.jspecify.annotations.Nullable;

/**
 * An entry of one of an image's layers, with the place of its content.
 *
 * @param path clean; for a whiteout the path that it deletes, for an opaque marker its folder
 * @param depth of its layer, 0 = base
 * @param position in its layer, from 0
 * @param linkTarget of a symbolic link, as written
 * @param content the content of a file or of a hard link to a file; else null
 * @param isTarget whether this is no entry of the layer, but the target path of the hard link with
 *     this depth and position
 */
public record LayeredEntry(
    String path,
    int depth,
    int position,
    EntryKind kind,
    @Nullable String linkTarget,
    @Nullable Content content,
    boolean isTarget)
    implements TreeEntry {

  /** An entry that is not the target of a hard link. */
  public LayeredEntry(
      String path,
      int depth,
      int position,
      EntryKind kind,
      @Nullable String linkTarget,
      @Nullable Content content) {
    this(path, depth, position, kind, linkTarget, content, false);
  }

  /**
   * The file whose content an entry has.
   *
   * @param bytes of it
   * @param depth of the file's layer
   * @param position of the file in that layer
   */
  public record Content(long bytes, int depth, int position) {}
}
