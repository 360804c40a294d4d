package dev.varve.jobs.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What would be left of a folder if the power failed now. The folder itself has everything that was
 * written; beside it this keeps which bytes of files and which entries of folders were
 * synchronized. A rename within a folder that was synchronized is whole: a file is at its old place
 * or at its new one.
 */
public final class FaultyDisk {
  /** What a loss of power may leave of what was not synchronized. */
  public enum Left {
    /** Only what was synchronized: entries and bytes of all else are gone. */
    NOTHING,
    /** All entries of folders, and files without their bytes, as journaling file systems do. */
    ENTRIES
  }

  private final Path root;
  private final Node top = new Node(true);
  private final Map<Path, Node> live = new HashMap<>();

  /** A file or folder, whatever its name is. */
  private static final class Node {
    final boolean folder;
    final Map<String, Node> entries = new TreeMap<>();
    Map<String, Node> kept = new TreeMap<>();
    byte @Nullable [] bytes;
    @Nullable Node renamedOutOf;

    Node(boolean folder) {
      this.folder = folder;
    }
  }

  /** Watches a folder; all that is in it now is on disk. */
  FaultyDisk(Path root) throws IOException {
    this.root = root;
    live.put(root, top);
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.toList()) {
        made(path, Files.isDirectory(path));
      }
    }
    for (Path path : List.copyOf(live.keySet())) {
      synced(path);
    }
  }

  boolean has(Path path) {
    return path.startsWith(root) && !path.equals(root);
  }

  synchronized void made(Path path, boolean folder) {
    if (!has(path) || live.containsKey(path)) {
      return;
    }
    made(Objects.requireNonNull(path.getParent(), path::toString), true);
    Node node = new Node(folder);
    live.put(path, node);
    parent(path).entries.put(path.getFileName().toString(), node);
  }

  synchronized void deleted(Path path) {
    Node node = live.remove(path);
    if (node != null && has(path)) {
      parent(path).entries.remove(path.getFileName().toString(), node);
      live.keySet().removeIf(below -> below.startsWith(path));
    }
  }

  synchronized void renamed(Path from, Path to) {
    Node node = live.get(from);
    if (node == null) {
      return;
    }
    Node old = parent(from);
    Map<Path, Node> moved = new HashMap<>();
    live.forEach(
        (path, below) -> {
          if (path.startsWith(from)) {
            moved.put(to.resolve(from.relativize(path)), below);
          }
        });
    live.keySet().removeIf(path -> path.startsWith(from));
    old.entries.remove(from.getFileName().toString());
    made(Objects.requireNonNull(to.getParent(), to::toString), true);
    live.putAll(moved);
    live.put(to, node);
    parent(to).entries.put(to.getFileName().toString(), node);
    node.renamedOutOf = old;
  }

  synchronized void synced(Path path) throws IOException {
    Node node = live.get(path);
    if (node == null) {
      return;
    }
    if (!node.folder) {
      node.bytes = Files.readAllBytes(path);
      return;
    }
    node.kept = new TreeMap<>(node.entries);
    for (Node entry : node.entries.values()) {
      Node old = entry.renamedOutOf;
      if (old != null && old != node) {
        old.kept.values().removeIf(one -> one == entry);
        entry.renamedOutOf = null;
      }
    }
  }

  /** Writes what is left into another folder. */
  synchronized void leave(Left left, Path target) throws IOException {
    write(top, left, target);
  }

  private static void write(Node node, Left left, Path target) throws IOException {
    if (!node.folder) {
      Files.write(target, node.bytes == null ? new byte[0] : node.bytes);
      return;
    }
    Files.createDirectories(target);
    Map<String, Node> entries = left == Left.NOTHING ? node.kept : node.entries;
    for (Map.Entry<String, Node> entry : entries.entrySet()) {
      write(entry.getValue(), left, target.resolve(entry.getKey()));
    }
  }

  private Node parent(Path path) {
    Node parent = live.get(path.getParent());
    if (parent == null) {
      throw new IllegalStateException("no folder for " + path);
    }
    return parent;
  }
}
