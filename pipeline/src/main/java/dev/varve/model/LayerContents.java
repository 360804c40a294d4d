package dev.varve.model;

import java.util.function.ToLongFunction;

/**
 * The contents of the archive of a layer.
 *
 * @param fileBytes content of all FILE entries, holes filled
 * @param entries the entries by kind
 * @param maxDepth most path components of any entry; 0 for an empty layer
 */
public record LayerContents(long fileBytes, Entries entries, int maxDepth) {

  /**
   * Entries by kind.
   *
   * @param whiteouts WHITEOUT and OPAQUE entries
   * @param otherEntries DEVICE, FIFO and METADATA entries
   */
  public record Entries(
      long files,
      long directories,
      long symlinks,
      long hardLinks,
      long whiteouts,
      long otherEntries) {

    /** Makes the counts from the number of entries of each kind. */
    public static Entries of(ToLongFunction<EntryKind> count) {
      return new Entries(
          count.applyAsLong(EntryKind.FILE),
          count.applyAsLong(EntryKind.DIRECTORY),
          count.applyAsLong(EntryKind.SYMLINK),
          count.applyAsLong(EntryKind.HARD_LINK),
          count.applyAsLong(EntryKind.WHITEOUT) + count.applyAsLong(EntryKind.OPAQUE),
          count.applyAsLong(EntryKind.DEVICE)
              + count.applyAsLong(EntryKind.FIFO)
              + count.applyAsLong(EntryKind.METADATA));
    }
  }
}
