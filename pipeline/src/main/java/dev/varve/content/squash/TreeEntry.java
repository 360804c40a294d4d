package dev.varve.content.squash;

import dev.varve.model.EntryKind;
import org.jspecify.annotations.Nullable;

/** An entry of one of an image's layers, as {@link SquashFold} takes it. */
public interface TreeEntry {
  /** The clean path; for a whiteout the path that it deletes, for an opaque marker its folder. */
  String path();

  /** The depth of its layer, 0 = base. */
  int depth();

  /** The position in its layer, from 0. */
  int position();

  /** The kind of entry, never METADATA. */
  EntryKind kind();

  /**
   * Target of a symbolic link, as the archive has it; null for an entry that is not to be followed.
   */
  @Nullable String linkTarget();

  /**
   * Whether this is no entry of the layer, but the target path of the hard link with the same depth
   * and position. Symbolic links on the way move it as they move an entry.
   */
  boolean isTarget();

  /** Whether this entry is unpacked before another. */
  default boolean isBefore(TreeEntry other) {
    return depth() < other.depth() || (depth() == other.depth() && position() < other.position());
  }

  /** Whether this entry puts something at its path; whiteouts and opaque markers only remove. */
  default boolean isSet() {
    return kind() != EntryKind.WHITEOUT && kind() != EntryKind.OPAQUE;
  }
}
