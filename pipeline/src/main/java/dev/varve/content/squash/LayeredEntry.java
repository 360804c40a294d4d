package dev.varve.content.squash;

import dev.varve.model.EntryKind;
import org.jspecify.annotations.Nullable;

/**
 * An entry of one of an image's layers, with the place of its content.
 *
 * @param path clean; of a whiteout what it deletes, of an opaque marker the folder that it stands
 *     in
 * @param depth of its layer, 0 = base
 * @param position in its layer, from 0
 * @param linkTarget of a symbolic link, as written
 * @param content of a file, and of a hard link to one; else null
 * @param isTarget whether it is no entry, but where the hard link of this depth and position leads
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

  /** An entry. */
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
