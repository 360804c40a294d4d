package dev.varve.jobs.table;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
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

/** Files of any file system that Hadoop knows. */
public final class HadoopStore implements ByteStore {
  private final Configuration configuration;

  /** Opens file systems as the configuration says. */
  public HadoopStore(Configuration configuration) {
    this.configuration = configuration;
  }

  @Override
  public Optional<Item> find(String location) throws IOException {
    Path path = new Path(location);
    try {
      return Optional.of(item(system(path).getFileStatus(path)));
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
      for (FileStatus status : system.listStatus(path)) {
        items.add(item(status));
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    if (system instanceof RawLocalFileSystem local) {
      addBrokenLinks(local.pathToFile(path).toPath(), path, items);
    }
    items.sort(Comparator.comparing(Item::location));
    return items;
  }

  /** Hadoop does not list broken links; they are added, so that opening them reports the fault. */
  private static void addBrokenLinks(java.nio.file.Path folder, Path path, List<Item> items)
      throws IOException {
    try (DirectoryStream<java.nio.file.Path> names = Files.newDirectoryStream(folder)) {
      for (java.nio.file.Path name : names) {
        if (Files.isSymbolicLink(name) && !Files.exists(name)) {
          items.add(new Item(path + "/" + name.getFileName(), false, 0));
        }
      }
    } catch (NotDirectoryException e) {
      // A file, which lists as itself.
    }
  }

  @Override
  public InputStream open(String location, long offset, long bytes) throws IOException {
    Path path = new Path(location);
    FSDataInputStream in = system(path).open(path);
    if (offset > 0) {
      in.seek(offset);
    }
    return bytes < 0
        ? in
        : BoundedInputStream.builder().setInputStream(in).setMaxCount(bytes).get();
  }

  @Override
  public SeekableByteChannel channel(String location) throws IOException {
    Path path = new Path(location);
    FileSystem system = system(path);
    return new ReadChannel(system.open(path), system.getFileStatus(path).getLen());
  }

  private FileSystem system(Path path) throws IOException {
    FileSystem system;
    try {
      system = path.getFileSystem(configuration);
    } catch (UnsupportedFileSystemException e) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED, -1, String.valueOf(e.getMessage()));
    }
    // Hadoop's local checksum files do not allow a colon in a file name.
    return system instanceof LocalFileSystem local ? local.getRaw() : system;
  }

  private static Item item(FileStatus status) {
    return new Item(
        status.getPath().toString(),
        status.isDirectory(),
        status.isDirectory() ? 0 : status.getLen());
  }

  /** A seekable stream as a channel. */
  private static final class ReadChannel implements SeekableByteChannel {
    private static final int STEP_BYTES = 64 << 10;

    private final FSDataInputStream in;
    private final long size;
    private long position;
    private boolean open = true;

    ReadChannel(FSDataInputStream in, long size) {
      this.in = in;
      this.size = size;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      if (position >= size) {
        return -1;
      }
      if (target.hasArray()) {
        int most = (int) Math.min(target.remaining(), size - position);
        int got = in.read(position, target.array(), target.arrayOffset() + target.position(), most);
        if (got > 0) {
          target.position(target.position() + got);
          position += got;
        }
        return got;
      }
      byte[] bytes =
          new byte[(int) Math.min(STEP_BYTES, Math.min(target.remaining(), size - position))];
      int got = in.read(position, bytes, 0, bytes.length);
      if (got > 0) {
        target.put(bytes, 0, got);
        position += got;
      }
      return got;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public SeekableByteChannel position(long newPosition) {
      position = newPosition;
      return this;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public int write(ByteBuffer source) {
      throw new NonWritableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long newSize) {
      throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() throws IOException {
      open = false;
      in.close();
    }
  }
}
