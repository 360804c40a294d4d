package dev.varve.jobs.warehouse.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a publication on any file system: atomic, and kept through a loss of power once they
 * are synchronized. Local files are synchronized by fsync, files of HDFS when their blocks are
 * closed; the entries of its folders are in the journal of its name node.
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
    WholeFile.require(bytes.length, path);
    try (FSDataOutputStream out =
        local == null
            ? newFile(system, path, EnumSet.of(CreateFlag.OVERWRITE), 0)
            : system.create(path, true)) {
      out.write(bytes);
      out.hsync();
    }
    if (!WholeFile.text(system, path).equals(text)) {
      throw new IOException(path + " does not contain what was written to it");
    }
  }

  /**
   * A symbolic link that is one of these, or below one of them; none is followed to find it. Hadoop
   * reports a local link as what it leads to, so that these are looked at without it.
   *
   * @param names of files and folders right below the root, which itself may be a link
   */
  public Optional<Path> link(Path root, Set<String> names) throws IOException {
    if (local != null) {
      for (String name : names) {
        Optional<java.nio.file.Path> found = link(PlainLocalFileSystem.local(new Path(root, name)));
        if (found.isPresent()) {
          return found.map(path -> system.makeQualified(new Path(path.toUri().getPath())));
        }
      }
      return Optional.empty();
    }
    return link(root, status -> names.contains(status.getPath().getName()));
  }

  private static Optional<java.nio.file.Path> link(java.nio.file.Path top) throws IOException {
    List<java.nio.file.Path> links = new ArrayList<>();
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(java.nio.file.Path file, BasicFileAttributes is) {
            if (is.isSymbolicLink()) {
              links.add(file);
              return FileVisitResult.TERMINATE;
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(java.nio.file.Path file, IOException e) {
            return FileVisitResult.CONTINUE; // what cannot be listed, no run finds either
          }

          @Override
          public FileVisitResult postVisitDirectory(
              java.nio.file.Path folder, @Nullable IOException e) {
            return FileVisitResult.CONTINUE; // another run may delete it meanwhile
          }
        });
    return links.stream().findFirst();
  }

  private Optional<Path> link(Path folder, Predicate<FileStatus> chosen) throws IOException {
    FileStatus[] entries;
    try {
      entries = system.listStatus(folder);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    for (FileStatus entry : entries) {
      Optional<Path> found =
          !chosen.test(entry)
              ? Optional.empty()
              : entry.isSymlink()
                  ? Optional.of(entry.getPath())
                  : entry.isDirectory() ? link(entry.getPath(), below -> true) : Optional.empty();
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Deletes a folder and all that is in it; links below the root are not followed. */
  public void deleteBelow(Path root, Path folder) throws IOException {
    if (local != null) {
      local.deleteBelow(root, folder);
    } else {
      system.delete(folder, true);
    }
  }

  /**
   * Opens a new file on a file system that is not local, whose blocks are on the disks once each is
   * closed. Files of HDFS with erasure coding can be synchronized in no other way: they take no
   * hsync, and cannot be opened again to append.
   *
   * @param more flags, such as that an existing file is overwritten
   * @param blockBytes at least so many of each block
   * @see <a
   *     href="https://hadoop.apache.org/docs/r3.5.0/hadoop-project-dist/hadoop-hdfs/HDFSErasureCoding.html#Limitations">HDFS
   *     Erasure Coding: limitations</a>
   */
  public static FSDataOutputStream newFile(
      FileSystem system, Path path, Set<CreateFlag> more, long blockBytes) throws IOException {
    EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE, CreateFlag.SYNC_BLOCK);
    flags.addAll(more);
    return system.create(
        path,
        FsPermission.getFileDefault().applyUMask(FsPermission.getUMask(system.getConf())),
        flags,
        system
            .getConf()
            .getInt(
                CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY,
                CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_DEFAULT),
        system.getDefaultReplication(path),
        Math.max(system.getDefaultBlockSize(path), blockBytes),
        null);
  }

  /**
   * Synchronizes local files that others have written, and the folders above them up to the root;
   * others were when they were closed, see {@link #newFile}.
   */
  public void syncFiles(Collection<Path> files, Path root) throws IOException {
    if (local != null) {
      for (Path file : files) {
        local.sync(file);
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
}
