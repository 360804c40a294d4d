package dev.varve.startup;

import dev.varve.model.EntryKind;
import org.jspecify.annotations.Nullable;

/**
 * An entry of one of an image's layers.
 *
 * @param path clean; of a whiteout what it deletes, of an opaque marker the folder that it stands
 *     in
 * @param depth of its layer, 0 = base
 * @param position in its layer, from 0
 * @param linkTarget of a symbolic link, as written
 */
public record LayeredEntry(
    String path, int depth, int position, EntryKind kind, @Nullable String linkTarget) {

  /** Whether it comes before another, in the order in which layers are unpacked. */
  boolean isBefore(int otherDepth, int otherPosition) {
    return depth < otherDepth || (depth == otherDepth && position < otherPosition);
  }

  /** Whether it puts something at its path, rather than take something away. */
  boolean isSet() {
    return kind != EntryKind.WHITEOUT && kind != EntryKind.OPAQUE;
  }
}
