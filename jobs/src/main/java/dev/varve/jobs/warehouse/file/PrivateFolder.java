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
 * A folder on this machine for parts of tables, that no other user can read. It is deleted with all
 * that is in it when it is closed, and when the program is interrupted.
 */
public final class PrivateFolder implements AutoCloseable {
  private static final int DELETIONS = 100;

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
   * Names a new folder.
   *
   * @param parent where it is made
   * @param beginning of its name
   */
  public PrivateFolder(String parent, String beginning) {
    this.parent = Path.of(parent).toAbsolutePath();
    folder = this.parent.resolve(beginning + "-" + UUID.randomUUID());
    try {
      Runtime.getRuntime().addShutdownHook(deletion);
    } catch (IllegalStateException e) {
      ended = true; // the program ends already
    }
  }

  /** Makes it, and its parent if there is none. */
  public synchronized void make() throws IOException {
    if (ended) {
      throw new InterruptedIOException("the program ends");
    }
    if (!Files.isDirectory(parent)) {
      Files.createDirectories(parent);
    }
    Files.createDirectory(folder, OWNER_ONLY);
  }

  /** Makes it unless something is in the way, which any write to it reports. */
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

  /** At an interrupt others may still write to it: what they add meanwhile goes too. */
  private void delete() {
    for (int left = DELETIONS; left > 0 && Files.exists(folder); left--) {
      try (Stream<Path> all = Files.walk(folder)) {
        List<Path> innermost = all.sorted(Comparator.reverseOrder()).toList();
        for (Path file : innermost) {
          Files.deleteIfExists(file);
        }
      } catch (IOException | UncheckedIOException e) {
        // Once more, as long as it is there.
      }
    }
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(deletion);
    } catch (IllegalStateException e) {
      // The program ends; the hook finds nothing left.
    }
  }
}
