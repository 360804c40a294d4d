package dev.varve.disk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A disk file among the inputs, before its VM's snapshots are put in order.
 *
 * @param parent name of the snapshot that it follows, or null
 * @param line of the manifest; of a tree 0
 * @param backing URI of its backing file, or null
 * @param inner its internal snapshots
 */
record FoundImage(
    String vm,
    String snapshot,
    @Nullable String parent,
    @Nullable Long takenAtMicros,
    long line,
    String location,
    DiskFormat format,
    @Nullable String backing,
    List<InternalSnapshot> inner) {

  FoundImage following(@Nullable String name) {
    return new FoundImage(
        vm, snapshot, name, takenAtMicros, line, location, format, backing, inner);
  }
}
