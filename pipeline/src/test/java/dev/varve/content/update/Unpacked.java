package dev.varve.content.update;

import dev.varve.content.squash.ImagePaths;
import dev.varve.model.EntryKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An image in a map of paths, which is unpacked layer by layer: the reference for the fold. */
final class Unpacked {
  private final Map<String, PairedEntry> tree = new HashMap<>();

  /** Whether it can be: nothing is inside of a file. */
  boolean unpack(List<PairedEntry> layer) {
    for (PairedEntry entry : layer) {
      boolean opaque = entry.kind() == EntryKind.OPAQUE;
      if (opaque || entry.kind() == EntryKind.WHITEOUT) {
        tree.keySet()
            .removeIf(path -> inside(path, entry.path()) || (!opaque && path.equals(entry.path())));
      }
    }
    for (PairedEntry entry : layer) {
      for (String up = entry.path(); !up.isEmpty(); up = ImagePaths.folder(up)) {
        PairedEntry above = tree.get(ImagePaths.folder(up));
        if (above != null && above.kind() == EntryKind.SYMLINK) {
          tree.remove(above.path());
        } else if (above != null && above.kind() != EntryKind.DIRECTORY) {
          return false;
        }
      }
      if (entry.kind() != EntryKind.OPAQUE && entry.kind() != EntryKind.WHITEOUT) {
        if (entry.kind() != EntryKind.DIRECTORY) {
          tree.keySet().removeIf(path -> inside(path, entry.path()));
        }
        tree.put(entry.path(), entry);
      }
    }
    return true;
  }

  @Nullable PairedEntry file(String path) {
    PairedEntry there = tree.get(path);
    return there == null || there.content() == null ? null : there;
  }

  private static boolean inside(String path, String folder) {
    return folder.isEmpty() ? !path.isEmpty() : path.startsWith(folder + "/");
  }

  /** The difference of two trees, path by path. */
  static TreeChange difference(Unpacked earlier, Unpacked later) {
    long[] sums = new long[4];
    for (String path : later.tree.keySet()) {
      PairedEntry now = later.file(path);
      PairedEntry before = earlier.file(path);
      if (now != null && (before == null || !Objects.equals(before.content(), now.content()))) {
        sums[0]++;
        sums[1] += now.bytes();
      }
    }
    for (String path : earlier.tree.keySet()) {
      PairedEntry before = earlier.file(path);
      if (before != null && later.file(path) == null) {
        sums[2]++;
        sums[3] += before.bytes();
      }
    }
    return new TreeChange(sums[0], sums[1], sums[2], sums[3]);
  }
}
