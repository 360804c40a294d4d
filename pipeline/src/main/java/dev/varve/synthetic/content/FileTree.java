package dev.varve.synthetic.content;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The entries of one layer under construction, in order of their paths, so that a directory comes
 * before what is in it. Directories above an entry are added with it, dated as the layer.
 */
public final class FileTree {
  private final TreeMap<String, SyntheticEntry> entries = new TreeMap<>();
  private final Instant builtAt;

  public FileTree(Instant builtAt) {
    this.builtAt = builtAt;
  }

  /** Adds an entry; a later one of the same path takes its place. */
  public FileTree add(SyntheticEntry entry) {
    for (int slash = entry.path().indexOf('/');
        slash >= 0;
        slash = entry.path().indexOf('/', slash + 1)) {
      String parent = entry.path().substring(0, slash);
      entries.putIfAbsent(
          parent, SyntheticEntry.bare(parent, SyntheticEntry.Kind.DIRECTORY, builtAt));
    }
    entries.put(entry.path(), entry);
    return this;
  }

  /** A file made by the build itself, so dated as the layer. */
  public FileTree addFile(String path, Content content) {
    return add(SyntheticEntry.file(path, content, builtAt));
  }

  public FileTree addSymlink(String path, String target) {
    return add(SyntheticEntry.link(path, SyntheticEntry.Kind.SYMLINK, target, builtAt));
  }

  /** A hard link to a file before it in the order of paths. */
  public FileTree addHardLink(String path, String target) {
    return add(SyntheticEntry.link(path, SyntheticEntry.Kind.HARD_LINK, target, builtAt));
  }

  public FileTree addBare(String path, SyntheticEntry.Kind kind) {
    return add(SyntheticEntry.bare(path, kind, builtAt));
  }

  /** The mark that a path of the layers below is gone. */
  public FileTree addWhiteout(String path) {
    int name = path.lastIndexOf('/') + 1;
    return addFile(path.substring(0, name) + ".wh." + path.substring(name), Content.EMPTY);
  }

  /** The mark that a directory hides what the layers below have in it. */
  public FileTree addOpaque(String directory) {
    return addFile(directory + "/.wh..wh..opq", Content.EMPTY);
  }

  /** This tree with every entry changed; paths must stay. */
  public FileTree map(UnaryOperator<SyntheticEntry> change) {
    entries.replaceAll((path, entry) -> change.apply(entry));
    return this;
  }

  public FileTree compiledFor(Architecture architecture) {
    return map(entry -> entry.with(entry.content().compiledFor(architecture)));
  }

  public List<SyntheticEntry> entries() {
    return new ArrayList<>(entries.values());
  }
}
