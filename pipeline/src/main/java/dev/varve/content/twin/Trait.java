package dev.varve.content.twin;

/**
 * The trait that two layers share when their sums of it are equal. Names of owners, device numbers,
 * extended attributes and times of access are no part of a recipe, and of no trait.
 */
public enum Trait {
  /** The contents of files, wherever they are; repeats counted. */
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
