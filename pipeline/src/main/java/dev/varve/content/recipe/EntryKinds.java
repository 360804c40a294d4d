package dev.varve.content.recipe;

import dev.varve.input.tar.TarEntry;
import dev.varve.model.EntryKind;
import java.util.Set;

/**
 * The meaning of an entry in a layer (OCI image specification, layer.md; aufs names in Docker's
 * first image specification; landmarks in the eStargz description).
 */
final class EntryKinds {
  private static final Set<String> ESTARGZ =
      Set.of("stargz.index.json", ".prefetch.landmark", ".no.prefetch.landmark");

  private static final Set<String> NAMELESS = Set.of(".wh.", ".wh..", ".wh...");

  private EntryKinds() {}

  static EntryKind of(TarEntry entry, String path) {
    int name = path.lastIndexOf('/') + 1;
    if (path.startsWith(".wh.", name)) {
      return marker(path.substring(name));
    }
    return switch (entry.type()) {
      case '1' -> EntryKind.HARD_LINK;
      case '2' -> EntryKind.SYMLINK;
      case '3', '4' -> EntryKind.DEVICE;
      case '5', 'D' -> EntryKind.DIRECTORY;
      case '6' -> EntryKind.FIFO;
      case 'V', 'M', 'N' -> EntryKind.METADATA;
      default -> name == 0 && ESTARGZ.contains(path) ? EntryKind.METADATA : EntryKind.FILE;
    };
  }

  /**
   * Whether a whiteout deletes nothing that its folder can contain: {@code .wh.} without a name, or
   * with that of a folder itself or the one above. Engines refuse a layer with one (containerd:
   * invalid whiteout name).
   */
  static boolean namesNothing(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return NAMELESS.contains(name);
  }

  /** Decided by the name alone, because aufs wrote its whiteouts as hard links to one another. */
  private static EntryKind marker(String name) {
    if (name.equals(".wh..wh..opq")) {
      return EntryKind.OPAQUE;
    }
    return name.startsWith(".wh..wh.") ? EntryKind.METADATA : EntryKind.WHITEOUT;
  }
}
