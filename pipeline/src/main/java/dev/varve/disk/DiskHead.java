package dev.varve.disk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The header of one file, without its backing chain.
 *
 * @param virtualBytes length of the disk as its guest sees it
 * @param backing URI of its backing file, or null
 * @param isBackingRaw whether the header says that the backing file is a raw disk
 * @param data URI of the external file with its clusters, or null
 * @param snapshots internal ones, in the order of their table
 */
public record DiskHead(
    long virtualBytes,
    @Nullable String backing,
    boolean isBackingRaw,
    @Nullable String data,
    List<InternalSnapshot> snapshots) {

  /** The head of a file without backing file and internal snapshots. */
  static DiskHead alone(long virtualBytes) {
    return new DiskHead(virtualBytes, null, false, null, List.of());
  }
}
