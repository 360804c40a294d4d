package dev.varve.jobs.warehouse.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
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
   * Deletes a file, a link or a folder with all that is in it. No link below the root is followed,
   * not even one that takes the place of a folder meanwhile: each step is by an open folder.
   *
   * @throws IOException when a folder above it is a link
   */
  public void deleteBelow(Path root, Path path) throws IOException {
    java.nio.file.Path top = local(root);
    try (DirectoryStream<java.nio.file.Path> entries = Files.newDirectoryStream(top)) {
      if (entries instanceof SecureDirectoryStream<java.nio.file.Path> in) {
        delete(in, top.relativize(local(path)), 0);
      } else {
        delete(path, true); // a system that opens nothing relative to a folder
      }
    } catch (NoSuchFileException e) {
      // It is gone.
    }
  }

  private static void delete(
      SecureDirectoryStream<java.nio.file.Path> in, java.nio.file.Path path, int depth)
      throws IOException {
    java.nio.file.Path name = path.getName(depth);
    if (depth + 1 < path.getNameCount()) {
      try (SecureDirectoryStream<java.nio.file.Path> next =
          in.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
        delete(next, path, depth + 1);
      }
    } else {
      delete(in, name);
    }
  }

  private static void delete(SecureDirectoryStream<java.nio.file.Path> in, java.nio.file.Path name)
      throws IOException {
    boolean folder =
        in.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes()
            .isDirectory();
    if (!folder) {
      in.deleteFile(name);
      return;
    }
    try (SecureDirectoryStream<java.nio.file.Path> below =
        in.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      for (java.nio.file.Path entry : below) {
        delete(below, entry.getFileName());
      }
    }
    in.deleteDirectory(name);
  }

  /**
   * Opens a {@link WholeFile}; Hadoop's stream takes four times as long to open.
   *
   * @throws FileNotFoundException when it is not there
   */
  protected InputStream openWhole(Path path) throws IOException {
    try {
      BasicFileAttributes found = Files.readAttributes(local(path), BasicFileAttributes.class);
      if (!found.isRegularFile()) {
        // Opening a pipe waits for who writes to it.
        throw new IOException(local(path) + " is not read: it is no regular file");
      }
      WholeFile.require(found.size(), local(path));
      return Files.newInputStream(local(path));
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
