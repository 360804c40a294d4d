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
  private static long promisedBytes;

  /**
   * Opens an empty file for a copy. The file is deleted as soon as it is open, so that it
   * disappears with the program, however the program ends.
   *
   * @param bytes that will be written; each is reported to {@link #written}
   * @throws MalformedBlobException when there is no space for them
   */
  FileChannel open(long bytes) throws IOException {
    Path folder =
        Files.createDirectories(
            Path.of(path.isEmpty() ? System.getProperty("java.io.tmpdir") : path));
    promise(bytes, folder);
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
      written(bytes);
      throw e;
    }
  }

  private void promise(long bytes, Path folder) throws IOException {
    synchronized (SpoolFolder.class) {
      long half = Math.max(0, Files.getFileStore(folder).getUsableSpace() - promisedBytes) / 2;
      if (bytes > Math.min(mostBytes, half)) {
        String message =
            mostBytes <= half
                ? "limit.spool-bytes allows %d: raise it".formatted(mostBytes)
                : "%s has %d for it, half of its free space: make space there"
                    .formatted(folder, half);
        throw new MalformedBlobException(
            RejectReason.LIMIT,
            "a copy of its disk needs %d bytes, %s, or pack the disk as raw, which is not copied"
                .formatted(bytes, message));
      }
      promisedBytes += bytes;
    }
  }

  /** Notes that bytes of a copy were written, or never will be. */
  void written(long bytes) {
    synchronized (SpoolFolder.class) {
      promisedBytes -= bytes;
    }
  }
}
