package dev.varve.jobs.store;

import dev.varve.model.ByteStore;
import dev.varve.model.Holes;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.io.input.BoundedInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.jspecify.annotations.Nullable;

/**
 * Files of any file system that Hadoop knows. Of local ones {@link LocalFiles} reports the kinds.
 */
public final class HadoopStore implements ByteStore {
  private final Configuration configuration;

  /** Opens file systems as the configuration says. */
  public HadoopStore(Configuration configuration) {
    this.configuration = configuration;
  }

  @Override
  public Optional<Item> find(String location) throws IOException {
    Path path = new Path(location);
    FileSystem system = system(path);
    try {
      return system instanceof RawLocalFileSystem local
          ? LocalFiles.find(local(local, path), system.makeQualified(path).toString())
          : Optional.of(item(system.getFileStatus(path)));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  @Override
  public List<Item> list(String folder) throws IOException {
    Path path = new Path(folder);
    FileSystem system = system(path);
    List<Item> items = new ArrayList<>();
    try {
      if (system instanceof RawLocalFileSystem local) {
        items.addAll(LocalFiles.list(local(local, path), system.makeQualified(path).toString()));
      } else {
        for (FileStatus status : system.listStatus(path)) {
          items.add(item(status));
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    items.sort(Comparator.comparing(Item::location));
    return items;
  }

  @Override
  public String identity(String location) throws IOException {
    Path path = new Path(location);
    return system(path) instanceof RawLocalFileSystem local
        ? LocalFiles.identity(local(local, path))
        : location;
  }

  @Override
  public InputStream open(String location, long offset, long bytes) throws IOException {
    Path path = new Path(location);
    FileSystem system = system(path);
    Item item = special(system, path);
    if (item != null) {
      item.requirePlain();
    }
    FSDataInputStream opened = open(system, path);
    if (offset > 0) {
      opened.seek(offset);
    }
    InputStream in = new NamedStream(opened, location);
    return bytes < 0
        ? in
        : BoundedInputStream.builder().setInputStream(in).setMaxCount(bytes).get();
  }

  @Override
  public SeekableByteChannel channel(String location) throws IOException {
    Path path = new Path(location);
    FileSystem system = system(path);
    Item item = special(system, path);
    if (item != null && item.kind() == Kind.DEVICE) {
      return new ReadChannel(open(system, path), location, item.bytes());
    }
    if (item != null) {
      item.requirePlain();
    }
    return new ReadChannel(open(system, path), location, system.getFileStatus(path).getLen());
  }

  /** Hadoop takes a local file that may not be read for one that is not there. */
  private static FSDataInputStream open(FileSystem system, Path path) throws IOException {
    try {
      return system.open(path);
    } catch (FileNotFoundException e) {
      if (system instanceof RawLocalFileSystem local && LocalFiles.isClosed(local(local, path))) {
        throw new MalformedBlobException(
            RejectReason.ABSENT, "permission denied: this user may not read the file");
      }
      throw e;
    }
  }

  @Override
  public Holes holes(String location) throws IOException {
    Path path = new Path(location);
    return system(path) instanceof RawLocalFileSystem local
        ? LocalHoles.of(local(local, path))
        : Holes.UNKNOWN;
  }

  /** The special item at a local path, unless that is a file or a folder, or nothing. */
  private static @Nullable Item special(FileSystem system, Path path) throws IOException {
    return system instanceof RawLocalFileSystem local
        ? LocalFiles.find(local(local, path), path.toString())
            .filter(item -> !item.isPlain())
            .orElse(null)
        : null;
  }

  private static java.nio.file.Path local(RawLocalFileSystem system, Path path)
      throws FileNotFoundException {
    return LocalFiles.path(system.pathToFile(path));
  }

  private FileSystem system(Path path) throws IOException {
    FileSystem system;
    try {
      system = path.getFileSystem(configuration);
    } catch (UnsupportedFileSystemException e) {
      throw new MalformedBlobException(RejectReason.UNSUPPORTED, String.valueOf(e.getMessage()));
    }
    // Hadoop's local checksum files do not allow a colon in a file name.
    return system instanceof LocalFileSystem local ? local.getRaw() : system;
  }

  private static Item item(FileStatus status) {
    String location = status.getPath().toString();
    return status.isDirectory() ? Item.folder(location) : Item.file(location, status.getLen());
  }
}
