package dev.varve.input.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What tests ask of disks. */
public final class Disks {
  private Disks() {}

  /** Opens a local image; its folder is the only root. */
  public static Disk open(Path image) throws IOException {
    return opener(image).open(FolderStore.uri(image), null, null);
  }

  static DiskOpener opener(Path image) {
    return new DiskOpener(
        new FolderStore(), List.of(FolderStore.uri(Objects.requireNonNull(image.getParent()))));
  }

  /** The whole disk, read in pieces of a size that is no multiple of any cluster. */
  public static byte[] content(Disk disk, int step) throws IOException {
    byte[] content = new byte[Math.toIntExact(disk.virtualBytes())];
    for (int at = 0; at < content.length; at += step) {
      disk.read(at, content, at, Math.min(step, content.length - at));
    }
    return content;
  }

  /** The whole map, equal neighbours joined; the depth of what is absent is 0. */
  static List<Extent> map(Disk disk) throws IOException {
    List<Extent> extents = new ArrayList<>();
    for (long at = 0; at < disk.virtualBytes(); ) {
      Extent extent = disk.extentAt(at);
      boolean absent = extent.kind() == Extent.Kind.ABSENT;
      extents.add(new Extent(at, extent.bytes(), extent.kind(), absent ? 0 : extent.depth()));
      at = extent.end();
    }
    return merged(extents);
  }

  public static List<Extent> merged(List<Extent> extents) {
    List<Extent> merged = new ArrayList<>();
    for (Extent extent : extents) {
      Extent last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && last.kind() == extent.kind() && last.depth() == extent.depth()) {
        merged.set(
            merged.size() - 1,
            new Extent(last.offset(), last.bytes() + extent.bytes(), last.kind(), last.depth()));
      } else {
        merged.add(extent);
      }
    }
    return merged;
  }

  static long allocated(List<Extent> map) {
    return map.stream()
        .filter(extent -> extent.kind() == Extent.Kind.DATA && extent.depth() == 0)
        .mapToLong(Extent::bytes)
        .sum();
  }
}
