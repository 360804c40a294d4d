package dev.varve.synthetic.content;

import java.time.Instant;

/**
 * One entry of a layer.
 *
 * @param path without a leading or trailing slash; a byte that is no UTF-8 stands as {@code U+DC00}
 *     plus its value, as in <a href="https://peps.python.org/pep-0383/">PEP 383</a>
 * @param content empty unless a file
 * @param linkTarget empty unless a symbolic or hard link
 * @param mode permission bits
 * @param owner uid and gid
 */
public record SyntheticEntry(
    String path,
    Kind kind,
    Content content,
    String linkTarget,
    int mode,
    int owner,
    Instant modifiedAt) {

  public enum Kind {
    FILE,
    DIRECTORY,
    SYMLINK,
    HARD_LINK,
    NULL_DEVICE,
    FIFO
  }

  public static SyntheticEntry file(String path, Content content, Instant modifiedAt) {
    int mode = content.kind().executable() ? 0755 : 0644;
    return new SyntheticEntry(path, Kind.FILE, content, "", mode, 0, modifiedAt);
  }

  static SyntheticEntry link(String path, Kind kind, String target, Instant modifiedAt) {
    int mode = kind == Kind.SYMLINK ? 0777 : 0755;
    return new SyntheticEntry(path, kind, Content.EMPTY, target, mode, 0, modifiedAt);
  }

  /** A directory, a device or a FIFO. */
  public static SyntheticEntry bare(String path, Kind kind, Instant modifiedAt) {
    int mode = kind == Kind.DIRECTORY ? 0755 : 0666;
    return new SyntheticEntry(path, kind, Content.EMPTY, "", mode, 0, modifiedAt);
  }

  public SyntheticEntry ownedBy(int newOwner) {
    return new SyntheticEntry(path, kind, content, linkTarget, mode, newOwner, modifiedAt);
  }

  SyntheticEntry with(Content newContent) {
    return new SyntheticEntry(path, kind, newContent, linkTarget, mode, owner, modifiedAt);
  }
}
