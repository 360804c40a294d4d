package dev.varve.content.snapshot;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.DiskOpener;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.model.ByteStore;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The head of a snapshot that is to be read whole, with faults found in the tables of its files.
 * Each file of a chain is examined once: a file that is a snapshot itself is examined for that
 * snapshot, any other file here.
 *
 * @param overlapping location of a file of its chain whose tables overlap; empty where none was
 *     seen
 * @param markedCorrupt files of its chain that have the mark
 * @param below the files below it that are snapshots themselves, as {@link #key} names them
 */
public record CheckedHead(
    SnapshotHead head, String overlapping, List<String> markedCorrupt, List<String> below)
    implements Serializable {

  /** Names of the files of snapshots, for {@link #of}; internal snapshots are left out. */
  public static Set<String> keys(List<SnapshotImage> images) {
    Set<String> keys = new HashSet<>();
    for (SnapshotImage image : images) {
      if (image.internalSnapshot() == null) {
        keys.add(key(image.location(), image.format() == DiskFormat.RAW));
      }
    }
    return keys;
  }

  private static String key(String location, boolean raw) {
    return (raw ? "raw " : "image ") + location;
  }

  /** Reads the head as {@link SnapshotHead#read}, and all tables. */
  public static CheckedHead of(
      ByteStore store, List<String> roots, long mostBytes, SnapshotImage image, Set<String> keys)
      throws IOException {
    SnapshotHead head = SnapshotHead.read(store, roots, mostBytes, image);
    List<String> below = new ArrayList<>();
    List<String> markedCorrupt = new ArrayList<>();
    String overlapping = "";
    if (head.fault() == null && !image.format().isStream()) {
      try (Disk disk = image.disk(new DiskOpener(store, roots))) {
        overlapping = disk.overlaps() ? disk.location() : "";
        for (Disk file = disk; file != null; file = file.backing()) {
          if (file.isMarkedCorrupt()) {
            markedCorrupt.add(file.location());
          }
        }
        for (Disk file = disk.backing(); file != null; file = file.backing()) {
          String key = key(file.location(), file.unitBytes() == 1);
          if (keys.contains(key)) {
            below.add(key);
          } else if (overlapping.isEmpty() && file.overlaps()) {
            overlapping = file.location();
          }
        }
      }
    }
    return new CheckedHead(head, overlapping, markedCorrupt, below);
  }

  /** The heads; a head whose chain has a file with overlapping tables gets a fault. */
  public static List<SnapshotHead> refused(List<CheckedHead> heads) {
    Set<String> overlapping = new HashSet<>();
    for (CheckedHead checked : heads) {
      if (checked.overlapping.equals(checked.head.image().location())) {
        overlapping.addAll(keys(List.of(checked.head.image())));
      }
    }
    return heads.stream().map(checked -> checked.refused(overlapping)).toList();
  }

  private SnapshotHead refused(Set<String> overlappingKeys) {
    String file =
        below.stream()
            .filter(overlappingKeys::contains)
            .findFirst()
            .map(key -> key.substring(key.indexOf(' ') + 1))
            .orElse(overlapping);
    if (file.isEmpty()) {
      return head;
    }
    SnapshotImage image = head.image();
    String whose = file.equals(image.location()) ? "its" : "the backing file " + file + ": its";
    String message = whose + " tables name more clusters than fit into the file: some overlap";
    return new SnapshotHead(
        image, 0, null, new SnapshotHead.Fault(RejectReason.CORRUPT, -1, message));
  }
}
