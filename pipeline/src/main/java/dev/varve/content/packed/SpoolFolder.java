package dev.varve.content.packed;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.Serializable;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/**
 * Folder for temporary copies of disks whose formats need random access.
 *
 * @param path of a folder of the machine; empty for its temporary folder
 * @param mostBytes that one copy may take; it never takes more than half of the free space
 */
public record SpoolFolder(String path, long mostBytes) implements Serializable {
  /** Bytes that copies of this process still are to write, so that no two take the same space. */
  private static long reservedBytes;

  /**
   * Opens an empty file for a copy. The file is deleted as soon as it is open, so that it
   * disappears with the program, however the program ends.
   *
   * @param bytes that will be written; each is reported to {@link #release}
   * @throws MalformedBlobException when there is no space for them
   */
  FileChannel open(long bytes) throws IOException {
    Path folder =
        Files.createDirectories(
            Path.of(path.isEmpty() ? System.getProperty("java.io.tmpdir") : path));
    reserve(bytes, folder);
    try {
      return FileChannel.open(
          folder.resolve("varve-disk-" + UUID.randomUUID()),
          Set.of(
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (IOException | RuntimeException e) {
      release(bytes);
      throw e;
    }
  }

  private void reserve(long bytes, Path folder) throws IOException {
    synchronized (SpoolFolder.class) {
      long halfOfFreeBytes =
          Math.max(0, Files.getFileStore(folder).getUsableSpace() - reservedBytes) / 2;
      if (bytes > Math.min(mostBytes, halfOfFreeBytes)) {
        String message =
            mostBytes <= halfOfFreeBytes
                ? "limit.spool-bytes allows %d: raise it".formatted(mostBytes)
                : "%s has %d for it, half of its free space: make space there"
                    .formatted(folder, halfOfFreeBytes);
        throw new MalformedBlobException(
            RejectReason.LIMIT,
            "a copy of its disk needs %d bytes, %s, or pack the disk as raw, which is not copied"
                .formatted(bytes, message));
      }
      reservedBytes += bytes;
    }
  }

  /** Notes that bytes of a copy were written, or never will be. */
  void release(long bytes) {
    synchronized (SpoolFolder.class) {
      reservedBytes -= bytes;
    }
  }
}
