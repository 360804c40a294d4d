package dev.varve.content.twin;

/**
 * A property of all entries of a layer, by which layers are compared: two layers share a trait when
 * their {@link EntrySums} for it are equal. No trait includes owner names, device numbers, extended
 * attributes or access times, because recipes do not have them.
 */
public enum Trait {
  /** The contents of files, whatever their paths; repeated contents count. */
  CONTENTS,
  /** Files with their paths. */
  PATHS,
  /** All entries, with kind, path, content and link target. */
  ENTRIES,
  /** Entries with user and group. */
  OWNERS,
  /** Entries with permission bits. */
  MODES,
  /** Entries with the time of their last change. */
  TIMES,
  /** Entries with their places in the archive. */
  ORDER
}
