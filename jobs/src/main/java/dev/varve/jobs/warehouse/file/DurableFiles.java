package dev.varve.jobs.warehouse.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a publication on any file system: atomic, and kept through a loss of power once they
 * are synchronized. Local files are synchronized by fsync, files of HDFS by hsync; the entries of
 * its folders are in the journal of its name node. An object store keeps what it has accepted.
 */
public final class DurableFiles {
  private final FileSystem system;
  private final @Nullable PlainLocalFileSystem local;

  /** Steps on a file system. */
  public DurableFiles(FileSystem system) throws IOException {
    this.system = system;
    boolean plain = system instanceof PlainLocalFileSystem;
    this.local =
        plain
            ? (PlainLocalFileSystem) system
            : system.getScheme().equals("file") ? PlainLocalFileSystem.of(system.getConf()) : null;
  }

  /**
   * Renames atomically; replaces an existing file, and fails when the target folder does not exist.
   */
  public void rename(Path from, Path to) throws IOException {
    if (local != null) {
      local.moveAtomically(from, to);
    } else {
      FileContext.getFileContext(from.toUri(), system.getConf())
          .rename(from, to, Options.Rename.OVERWRITE);
    }
  }

  /** Creates an empty file, which the file system grants to one alone; false when there is one. */
  public boolean createNew(Path path) throws IOException {
    if (local != null) {
      return local.createNew(path);
    }
    try {
      system.create(path, false).close();
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /**
   * Writes a small file, synchronizes its bytes and reads them back; an existing one is
   * overwritten.
   *
   * @throws IOException also when its content is not what was written to it
   */
  public void write(Path path, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (FSDataOutputStream out = system.create(path, true)) {
      out.write(bytes);
      out.hsync();
    }
    try (FSDataInputStream in = system.open(path)) {
      if (!Arrays.equals(in.readAllBytes(), bytes)) {
        throw new IOException(path + " does not contain what was written to it");
      }
    }
  }

  /** Synchronizes files that others have written, and the folders above them up to the root. */
  public void syncFiles(Collection<Path> files, Path root) throws IOException {
    for (Path file : files) {
      if (local != null) {
        local.sync(file);
      } else {
        syncLastBlock(file);
      }
    }
    syncFolders(files, root);
  }

  /** Synchronizes the entries of the folders above these paths, up to the root and with it. */
  public void syncFolders(Collection<Path> paths, Path root) throws IOException {
    if (local == null) {
      return;
    }
    Set<Path> folders = new LinkedHashSet<>();
    for (Path path : paths) {
      for (Path at = path; !at.equals(root); ) {
        at = at.getParent();
        folders.add(at);
      }
    }
    for (Path folder : folders) {
      local.sync(folder);
    }
  }

  /** Earlier blocks were handed to the disks when the next one began. */
  private void syncLastBlock(Path file) throws IOException {
    try (FSDataOutputStream out = system.append(file)) {
      out.hsync();
    } catch (UnsupportedOperationException e) {
      // An object store: a file is there as a whole, or not at all.
    }
  }
}
