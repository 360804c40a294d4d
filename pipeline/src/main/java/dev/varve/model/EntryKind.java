package dev.varve.model;

/** Kind of an entry of a layer's archive; the values of {@code layer_recipe.kind}. */
public enum EntryKind {
  /** A regular file with content of its own. */
  FILE,
  DIRECTORY,
  SYMLINK,
  /** A further name of a file in the same image; it has no content of its own. */
  HARD_LINK,
  /** {@code .wh.NAME}: NAME of the layers below is deleted (OCI image specification, layer.md). */
  WHITEOUT,
  /** {@code .wh..wh..opq}: everything that layers below put into this folder is deleted. */
  OPAQUE,
  /** A character or block device. */
  DEVICE,
  FIFO,
  /**
   * An entry that a tool wrote for its own use: an eStargz table of contents, aufs bookkeeping, a
   * volume label.
   */
  METADATA
}
