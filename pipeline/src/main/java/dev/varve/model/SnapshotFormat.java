package dev.varve.model;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;

/**
 * A format that snapshots are read from: one of disk images or one of chunk traces. Each kind has
 * its table of formats, an enum, in the package of its readers.
 */
public interface SnapshotFormat extends Serializable {
  /** Bytes at the start of a file that identify its format. */
  int HEAD_BYTES = 512;

  /** The constant's name in its table of formats. */
  String name();

  /** The name in tables, the values of {@code snapshot.format}, and in manifests. */
  default String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The suffixes of its file names, in lower case and without the dot. */
  List<String> suffixes();

  /** Whether the format is a chunk trace, which lists chunks and has no bytes to read. */
  boolean isTrace();

  /**
   * Whether a snapshot is read once, from start to end, by one task, without reading its headers in
   * advance.
   */
  default boolean isStream() {
    return isTrace();
  }

  /**
   * Checks that a file can have the format that its name says.
   *
   * @param head its first {@link #HEAD_BYTES}, fewer when it is shorter
   * @throws MalformedBlobException when it cannot
   */
  void check(byte[] head) throws MalformedBlobException;
}
