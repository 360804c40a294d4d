package dev.varve.squash;

import dev.varve.model.EntryKind;
import org.jspecify.annotations.Nullable;

/** An entry of one of an image's layers, as {@link SquashFold} takes it. */
public interface TreeEntry {
  /** Clean; of a whiteout what it deletes, of an opaque marker the folder that it stands in. */
  String path();

  /** Of its layer, 0 = base. */
  int depth();

  /** In its layer, from 0. */
  int position();

  /** What it is; never METADATA. */
  EntryKind kind();

  /** Where a symbolic link leads, as written; null where it is not followed. */
  @Nullable String linkTarget();

  /** Whether it comes before another, in the order in which layers are unpacked. */
  default boolean isBefore(TreeEntry other) {
    return depth() < other.depth() || (depth() == other.depth() && position() < other.position());
  }

  /** Whether it puts something at its path, rather than take something away. */
  default boolean isSet() {
    return kind() != EntryKind.WHITEOUT && kind() != EntryKind.OPAQUE;
  }
}
