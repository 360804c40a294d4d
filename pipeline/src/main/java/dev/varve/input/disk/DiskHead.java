package dev.varve.input.disk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The header of one file, without its backing chain.
 *
 * @param virtualBytes length of the disk as its guest sees it
 * @param backing URI of its backing file, or null
 * @param isBackingRaw whether the header says that the backing file is a raw disk
 * @param dataFiles URIs of further files that the disk consists of
 * @param snapshots internal ones, in the order of their table
 */
public record DiskHead(
    long virtualBytes,
    @Nullable String backing,
    boolean isBackingRaw,
    List<String> dataFiles,
    List<InternalSnapshot> snapshots) {

  /** The head of a file without backing file and internal snapshots. */
  static DiskHead standalone(long virtualBytes) {
    return overBacking(virtualBytes, null);
  }

  /** The head of a file over another, in a format without internal snapshots. */
  static DiskHead overBacking(long virtualBytes, @Nullable String backing) {
    return new DiskHead(virtualBytes, backing, false, List.of(), List.of());
  }
}
