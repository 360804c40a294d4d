package dev.varve.simulation.layering;

import dev.varve.simulation.layering.LineEntry.Identity;
import dev.varve.simulation.layering.LineImage.Phase;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every entry a layer of its own: the least that updates can ship. Entries come by path and image;
 * those of one path are in memory.
 */
public final class FilesAlone {
  private final List<LineImage> images;
  private final Set<Identity> known = new HashSet<>();
  private String path = "";
  private @Nullable LineEntry before;
  private long pulledBytes;
  private long pulledCompressedBytes;
  private long storedBytes;
  private long storedCompressedBytes;

  /** A bound without entries. */
  public FilesAlone(List<LineImage> images) {
    this.images = List.copyOf(images);
  }

  /** Adds an entry; they come by path, then by image. */
  public void add(LineEntry entry) {
    if (!entry.path().equals(path)) {
      path = entry.path();
      known.clear();
      before = null;
    }
    if (images.get(entry.image()).phase() == Phase.JUDGE && isNew(entry)) {
      pulledBytes += entry.bytes();
      pulledCompressedBytes += entry.compressedBytes();
    }
    if (known.add(entry.identity())) {
      storedBytes += entry.bytes();
      storedCompressedBytes += entry.compressedBytes();
    }
    before = entry;
  }

  private boolean isNew(LineEntry entry) {
    return LineImage.isUpdate(images, entry.image())
        && (before == null
            || before.image() != entry.image() - 1
            || !before.identity().equals(entry.identity()));
  }

  /** The costs of what was added; without layers, as there are too many. */
  public PlanFigures figures() {
    int updates = 0;
    for (int image = 0; image < images.size(); image++) {
      boolean judged = images.get(image).phase() == Phase.JUDGE;
      updates += judged && LineImage.isUpdate(images, image) ? 1 : 0;
    }
    return new PlanFigures(
        updates, pulledBytes, pulledCompressedBytes, storedBytes, storedCompressedBytes, List.of());
  }
}
