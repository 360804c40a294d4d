package dev.varve.disk;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot to be read, as a plan lists it.
 *
 * @param vm whose snapshot it is
 * @param snapshot its name, unique in its VM
 * @param position order in its VM, from 0
 * @param parent name of the snapshot that it is compared with, or null
 * @param takenAtMicros since the epoch, or null when nothing tells
 * @param location URI of its file
 * @param internalSnapshot id of the snapshot inside of the file, or null for the active state
 */
public record SnapshotImage(
    String vm,
    String snapshot,
    int position,
    @Nullable String parent,
    @Nullable Long takenAtMicros,
    String location,
    DiskFormat format,
    @Nullable String internalSnapshot)
    implements Serializable {

  /** Where it lies, for people; an internal snapshot after a {@code #}. */
  public String source() {
    return internalSnapshot == null ? location : location + "#" + internalSnapshot;
  }
}
