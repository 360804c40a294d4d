package dev.varve.content.squash;

import dev.varve.model.EntryKind;
import org.jspecify.annotations.Nullable;

/** An entry of one of an image's layers, as {@link SquashFold} takes it. */
public interface TreeEntry {
  /** The clean path; of a whiteout what it deletes, of an opaque marker its folder. */
  String path();

  /** The depth of its layer, 0 = base. */
  int depth();

  /** The position in its layer, from 0. */
  int position();

  /** The kind of entry, never METADATA. */
  EntryKind kind();

  /** Target of a symbolic link, as written; null where it is not followed. */
  @Nullable String linkTarget();

  /**
   * Whether it is no entry, but the path that the hard link of its depth and position leads to,
   * which links on its way move as they move that of an entry.
   */
  boolean isTarget();

  /** Whether it comes before another, in the order in which layers are unpacked. */
  default boolean isBefore(TreeEntry other) {
    return depth() < other.depth() || (depth() == other.depth() && position() < other.position());
  }

  /** Whether it puts something at its path, rather than take something away. */
  default boolean isSet() {
    return kind() != EntryKind.WHITEOUT && kind() != EntryKind.OPAQUE;
  }
}
