package dev.varve.content.squash;

import dev.varve.model.EntryKind;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks layers one entry after another into a map of paths, by the steps of umoci's tar_extract:
 * the reference for the fold, which sees paths in another order.
 */
final class PlainUnpack {
  /** What is there, with the entry that put it; null for folders that nothing lists. */
  final Map<String, Node> tree = new TreeMap<>();

  private final Set<String> upper = new HashSet<>();
  private int layer;

  /** What lies at a path. */
  record Node(EntryKind kind, @Nullable String target, @Nullable LayeredEntry by) {}

  /** Whether the entry could be unpacked: not inside of a file. */
  boolean add(LayeredEntry entry) {
    if (entry.depth() != layer) {
      layer = entry.depth();
      upper.clear();
    }
    boolean opaque = entry.kind() == EntryKind.OPAQUE;
    String folder = real(opaque ? entry.path() : ImagePaths.folder(entry.path()));
    String name = entry.path().substring(entry.path().lastIndexOf('/') + 1);
    String path = opaque ? folder : folder.isEmpty() ? name : folder + "/" + name;
    for (String above = folder; !above.isEmpty(); above = ImagePaths.folder(above)) {
      Node node = tree.get(above);
      if (node != null && node.kind() != EntryKind.DIRECTORY) {
        return false;
      }
    }
    if (!entry.isSet()) {
      tree.keySet()
          .removeIf(
              one -> !upper.contains(one) && (inside(one, path) || (!opaque && one.equals(path))));
      return true;
    }
    for (String above = folder; !above.isEmpty(); above = ImagePaths.folder(above)) {
      tree.putIfAbsent(above, new Node(EntryKind.DIRECTORY, null, null));
    }
    Node old = tree.get(path);
    boolean merges =
        old != null && old.kind() == EntryKind.DIRECTORY && entry.kind() == EntryKind.DIRECTORY;
    if (!merges) {
      tree.keySet().removeIf(one -> inside(one, path));
    }
    tree.put(path, new Node(entry.kind(), entry.linkTarget(), entry));
    for (String above = path; !above.isEmpty(); above = ImagePaths.folder(above)) {
      upper.add(above);
    }
    return true;
  }

  private static boolean inside(String path, String folder) {
    return path.startsWith(folder.isEmpty() ? "" : folder + "/") && !path.equals(folder);
  }

  /** The path with all links followed, as securejoin does. */
  private String real(String path) {
    ImageLinks links = new ImageLinks();
    tree.forEach(
        (at, node) -> {
          if (node.target() != null) {
            links.add(at, node.target());
          }
        });
    String real = links.resolve(path);
    return real == null ? path : real;
  }
}
