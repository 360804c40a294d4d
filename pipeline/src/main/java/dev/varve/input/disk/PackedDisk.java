package dev.varve.input.disk;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.SnapshotFormat;
import java.io.IOException;
import java.util.List;

/**
 * A disk that is no file of its own: its bytes are read once, in order, from the blobs of a
 * registry or from another container.
 */
public interface PackedDisk extends SnapshotFormat {
  /** The format of the disk itself. */
  DiskFormat format();

  /** Length of the disk's file. */
  long fileBytes();

  /**
   * Opens the disk, which is read from its start to its end.
   *
   * @throws MalformedBlobException when it cannot be read
   */
  Disk open(ByteStore store) throws IOException;

  @Override
  default String name() {
    return format().name();
  }

  @Override
  default List<String> suffixes() {
    return List.of();
  }

  @Override
  default boolean isTrace() {
    return false;
  }

  @Override
  default boolean isStream() {
    return true;
  }

  @Override
  default void check(byte[] head) {}
}
