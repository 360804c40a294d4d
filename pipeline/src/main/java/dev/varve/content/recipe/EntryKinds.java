package dev.varve.content.recipe;

import dev.varve.input.tar.TarEntry;
import dev.varve.model.EntryKind;
import java.util.Set;

/**
 * Rules for the kind of an entry in a layer, by its tar type and its name. (OCI image
 * specification, layer.md, for whiteouts; Docker's first image specification for the names of aufs;
 * the eStargz description for landmarks.)
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
   * Whether a whiteout names nothing that its folder can contain: {@code .wh.} followed by nothing,
   * by {@code .} or by {@code ..}. Engines refuse a layer with such a whiteout (containerd: invalid
   * whiteout name).
   */
  static boolean namesNothing(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return NAMELESS.contains(name);
  }

  /**
   * Kind of an entry whose name begins with {@code .wh.}. The name alone decides, whatever the tar
   * type: aufs wrote its whiteouts as hard links to one another.
   */
  private static EntryKind marker(String name) {
    if (name.equals(".wh..wh..opq")) {
      return EntryKind.OPAQUE;
    }
    return name.startsWith(".wh..wh.") ? EntryKind.METADATA : EntryKind.WHITEOUT;
  }
}
