package dev.varve.jobs.warehouse.file;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A folder on this machine for parts of tables, which no other user can read. It is deleted with
 * its contents on close, and when the program is interrupted.
 */
public final class PrivateFolder implements AutoCloseable {
  private static final int MAX_DELETION_TRIES = 100;

  private static final FileAttribute<?>[] OWNER_ONLY =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
          ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
          }
          : new FileAttribute<?>[0];

  private final Path parent;
  private final Path folder;
  private final Thread deletion = new Thread(this::end, "private folder");
  private boolean ended;

  /**
   * Chooses the name of a new folder, without making it.
   *
   * @param parent where it is made
   * @param prefix prefix of the folder's name
   */
  public PrivateFolder(String parent, String prefix) {
    this.parent = Path.of(parent).toAbsolutePath();
    folder = this.parent.resolve(prefix + "-" + UUID.randomUUID());
    try {
      Runtime.getRuntime().addShutdownHook(deletion);
    } catch (IllegalStateException e) {
      ended = true; // the JVM is already shutting down
    }
  }

  /** Makes the folder, and its parent if that is missing. */
  public synchronized void make() throws IOException {
    if (ended) {
      throw new InterruptedIOException("the program ends");
    }
    if (!Files.isDirectory(parent)) {
      Files.createDirectories(parent);
    }
    Files.createDirectory(folder, OWNER_ONLY);
  }

  /** Makes the folder; ignores a fault, because the first write to the folder reports it. */
  public void makeIfPossible() {
    try {
      make();
    } catch (IOException e) {
      return;
    }
  }

  public Path path() {
    return folder;
  }

  private void end() {
    synchronized (this) {
      ended = true;
    }
    delete();
  }

  /**
   * Deletes the folder under another name: at an interrupt other threads may still add files to it,
   * and find it gone. What such a thread was adding at that moment takes another try.
   */
  private void delete() {
    Path renamed = parent.resolve(folder.getFileName() + ".deleted");
    for (int tries = MAX_DELETION_TRIES; tries > 0; tries--) {
      try {
        if (Files.exists(folder) && !Files.exists(renamed)) {
          Files.move(folder, renamed);
        }
        if (!Files.exists(renamed)) {
          return;
        }
        deleteAll(renamed);
      } catch (IOException | UncheckedIOException e) {
        // A thread added a file meanwhile: try again.
      }
    }
  }

  private static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> innermost = all.sorted(Comparator.reverseOrder()).toList();
      for (Path file : innermost) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(deletion);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: its hook has deleted the folder or will.
    }
  }
}
