package dev.varve.content.snapshot;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskOpener;
import dev.varve.input.disk.FileState;
import dev.varve.input.disk.PackedDisk;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The headers and the state of a snapshot's files. They are read before its segments are
 * distributed to tasks. So a file that changes while it is read has another state in the next run.
 *
 * @param virtualBytes length of the disk; of a trace or a disk inside of an image, of its file
 * @param backing URI of the image's backing file, or null
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

  /** These headers under another name. */
  SnapshotHead as(SnapshotImage named) {
    return new SnapshotHead(named, virtualBytes, backing, fault);
  }

  /** The snapshot's location, for people. */
  public String source() {
    return image.source();
  }

  /** Opens the chain; reads no table. Refuses a disk of more than {@code mostBytes}. */
  public static SnapshotHead read(
      ByteStore store, List<String> roots, long mostBytes, SnapshotImage image) throws IOException {
    try {
      if (image.format().isTrace()) {
        long bytes = store.find(image.location()).map(ByteStore.Item::bytes).orElse(0L);
        return new SnapshotHead(
            image.withState(new DiskOpener(store, roots).stateOfFile(image.location(), List.of())),
            bytes,
            null,
            null);
      }
      if (image.format() instanceof PackedDisk packed) {
        return new SnapshotHead(image, packed.fileBytes(), null, null);
      }
      DiskOpener opener = new DiskOpener(store, roots);
      String backing = image.internalSnapshot() == null ? image.head(opener).backing() : null;
      try (Disk disk = image.disk(opener)) {
        if (disk.virtualBytes() > mostBytes) {
          String size = "a disk of " + disk.virtualBytes() + " bytes, above limit.disk-bytes";
          throw new MalformedBlobException(RejectReason.LIMIT, size);
        }
        FileState state = image.state(opener, disk);
        return new SnapshotHead(image.withState(state), disk.virtualBytes(), backing, null);
      }
    } catch (MalformedBlobException e) {
      return new SnapshotHead(image, 0, null, Fault.of(e));
    }
  }
}
