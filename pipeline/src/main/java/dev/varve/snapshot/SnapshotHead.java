package dev.varve.snapshot;

import dev.varve.disk.Disk;
import dev.varve.disk.DiskOpener;
import dev.varve.inventory.SnapshotImage;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a snapshot's files, read before its segments are distributed to tasks.
 *
 * @param virtualBytes length of the disk; of a trace, of its file
 * @param backing URI of the file that the image lies over, or null
 * @param fault why it cannot be opened, or null
 */
public record SnapshotHead(
    SnapshotImage image, long virtualBytes, @Nullable String backing, @Nullable Fault fault)
    implements Serializable {

  /** A fault of a whole snapshot. */
  public record Fault(RejectReason reason, long offset, String message) implements Serializable {
    /** The fault for bad data that a reader found. */
    public static Fault of(MalformedBlobException e) {
      return new Fault(e.reason(), e.offset(), e.explanation());
    }
  }

  /** The snapshot's location, for people. */
  public String source() {
    return image.source();
  }

  /** Opens the chain; reads no table. Refuses a disk of more than {@code mostBytes}. */
  public static SnapshotHead read(
      ByteStore store, List<String> roots, long mostBytes, SnapshotImage image) throws IOException {
    return head(store, roots, mostBytes, image, disk -> {});
  }

  /**
   * The same of one that is to be read whole, perhaps by many tasks: refuses it also when its
   * tables name more than its file has room for, and so those of the files below it that are in no
   * list.
   *
   * @param listed locations of the files that are looked at for themselves
   */
  public static SnapshotHead readTables(
      ByteStore store, List<String> roots, long mostBytes, SnapshotImage image, Set<String> listed)
      throws IOException {
    return head(
        store,
        roots,
        mostBytes,
        image,
        disk -> {
          disk.allocatedBytes();
          for (@Nullable Disk below = disk.backing(); below != null; below = below.backing()) {
            if (!listed.contains(below.location())) {
              below.allocatedBytes();
            }
          }
        });
  }

  /** The heads; those over a file that cannot be used have the fault of that file. */
  public static List<SnapshotHead> overSoundFiles(List<SnapshotHead> heads) {
    Map<String, SnapshotHead> byFile = new HashMap<>();
    for (SnapshotHead head : heads) {
      if (head.image().internalSnapshot() == null) {
        byFile.put(head.image().location(), head);
      }
    }
    return heads.stream().map(head -> overSoundFiles(head, byFile)).toList();
  }

  private static SnapshotHead overSoundFiles(SnapshotHead head, Map<String, SnapshotHead> byFile) {
    if (head.fault() != null) {
      return head;
    }
    @Nullable SnapshotHead below = head.below(byFile);
    // A chain that was opened has no loop.
    while (below != null && below.fault() == null) {
      below = below.below(byFile);
    }
    @Nullable Fault fault = below == null ? null : below.fault();
    if (below == null || fault == null) {
      return head;
    }
    String message = "its backing file " + below.source() + ": " + fault.message();
    return new SnapshotHead(head.image(), 0, null, new Fault(fault.reason(), -1, message));
  }

  private @Nullable SnapshotHead below(Map<String, SnapshotHead> byFile) {
    return backing == null ? null : byFile.get(backing);
  }

  /** What is looked at beyond the header. */
  private interface Look {
    void at(Disk disk) throws IOException;
  }

  private static SnapshotHead head(
      ByteStore store, List<String> roots, long mostBytes, SnapshotImage image, Look look)
      throws IOException {
    try {
      if (image.format().isTrace()) {
        long bytes = store.find(image.location()).map(ByteStore.Item::bytes).orElse(0L);
        return new SnapshotHead(image, bytes, null, null);
      }
      DiskOpener opener = new DiskOpener(store, roots);
      String backing = image.internalSnapshot() == null ? image.head(opener).backing() : null;
      try (Disk disk = image.disk(opener)) {
        if (disk.virtualBytes() > mostBytes) {
          String size = "a disk of " + disk.virtualBytes() + " bytes, above limit.disk-bytes";
          throw new MalformedBlobException(RejectReason.LIMIT, -1, size);
        }
        look.at(disk);
        return new SnapshotHead(image, disk.virtualBytes(), backing, null);
      }
    } catch (MalformedBlobException e) {
      return new SnapshotHead(image, 0, null, Fault.of(e));
    }
  }
}
