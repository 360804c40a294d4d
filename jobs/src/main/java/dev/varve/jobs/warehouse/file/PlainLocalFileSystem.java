package dev.varve.jobs.warehouse.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Local files without Hadoop's hidden checksum files next to them: a rename then moves one file,
 * and is atomic. Parquet pages carry checksums of their own. What Hadoop's interface lacks is here
 * too: atomic replacement, exclusive creation, and synchronization with the disk.
 */
public class PlainLocalFileSystem extends LocalFileSystem {
  /** Called by Hadoop. */
  public PlainLocalFileSystem() {
    super(new Raw());
    setWriteChecksum(false);
    setVerifyChecksum(false);
  }

  /** One for local paths, where Hadoop is configured to use another. */
  public static PlainLocalFileSystem of(Configuration configuration) throws IOException {
    PlainLocalFileSystem system = new PlainLocalFileSystem();
    system.initialize(URI.create("file:///"), configuration);
    return system;
  }

  /**
   * Renames a file or a folder atomically, and replaces a file. Hadoop's own rename would copy what
   * it cannot rename, and create the target's folder.
   */
  public void moveAtomically(Path from, Path to) throws IOException {
    Files.move(local(from), local(to), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Creates an empty file; false when there is one. Hadoop's own creation first looks and then
   * creates, so that two may succeed.
   */
  public boolean createNew(Path path) throws IOException {
    try {
      Files.createFile(local(path));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /**
   * The text of a small file, in UTF-8; Hadoop's stream takes four times as long to open.
   *
   * @throws FileNotFoundException when it is not there
   */
  public String text(Path path) throws IOException {
    try {
      return new String(Files.readAllBytes(local(path)), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new FileNotFoundException(e.getMessage());
    }
  }

  /** Returns when the bytes of a file, or the entries of a folder, are on disk. */
  public void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(local(path), StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** The path as Java has it. */
  protected static java.nio.file.Path local(Path path) {
    return java.nio.file.Path.of(path.toUri().getPath());
  }

  /** Sets permissions by a system call; Hadoop would start a process for every file. */
  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      Set<PosixFilePermission> permissions =
          PosixFilePermissions.fromString(
              permission.getUserAction().SYMBOL
                  + permission.getGroupAction().SYMBOL
                  + permission.getOtherAction().SYMBOL);
      Files.setPosixFilePermissions(pathToFile(path).toPath(), permissions);
    }
  }
}
