package dev.varve.content.packed;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.PackedDisk;
import dev.varve.model.ByteStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Index of the warehouse's snapshots by the images that contain their disks. */
public final class KnownImages {
  private final Map<List<String>, Snapshot> byImage = new HashMap<>();
  private final Map<String, Map<String, String>> sources = new HashMap<>();

  /** A row of {@code snapshot}; its source ends with the digest of its image. */
  public record Snapshot(String vm, String snapshot, String source) {}

  /**
   * An index of snapshots of all kinds; snapshots that are not inside of images are found by name
   * only.
   */
  public KnownImages(List<Snapshot> snapshots) {
    for (Snapshot known : snapshots) {
      byImage.put(
          List.of(known.vm, known.source.substring(known.source.lastIndexOf('@') + 1)), known);
      sources.computeIfAbsent(known.vm, vm -> new HashMap<>()).put(known.snapshot, known.source);
    }
  }

  /** The snapshot of an image; null where the warehouse has none. */
  @Nullable Snapshot find(DiskImageName name, String architecture) {
    Snapshot known = byImage.get(List.of(name.repository(), name.digest()));
    return known != null ? known : byImage.get(List.of(name.vmOf(architecture), name.digest()));
  }

  /** Locations that the snapshots of a VM were read from, by their names. */
  Map<String, String> sources(String vm) {
    return sources.getOrDefault(vm, Map.of());
  }

  /** Stand-in for a disk that is in the warehouse already and is not read again. */
  record ReadDisk() implements PackedDisk {
    @Override
    public DiskFormat format() {
      return DiskFormat.RAW;
    }

    @Override
    public long fileBytes() {
      return 0;
    }

    @Override
    public Disk open(ByteStore store) {
      throw new IllegalStateException("the warehouse contains this disk");
    }
  }
}
