package dev.varve.input.disk;

import dev.varve.model.ByteStore;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Local files under {@code file:} URIs; counts what is read through channels. */
public final class FolderStore implements ByteStore {
  private long channels;
  private long bytes;
  private long open;

  public static String uri(Path path) {
    return "file:" + path.toAbsolutePath();
  }

  /** Channels opened so far. */
  long channels() {
    return channels;
  }

  /** Channels that are open now. */
  public long open() {
    return open;
  }

  /** Bytes read through them. */
  public long bytes() {
    return bytes;
  }

  @Override
  public Optional<Item> find(String location) throws IOException {
    Path path;
    try {
      path = path(location);
    } catch (InvalidPathException e) { // letters that the platform has no file names with
      return Optional.empty();
    }
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    boolean folder = Files.isDirectory(path);
    return Optional.of(folder ? Item.folder(uri(path)) : Item.file(uri(path), Files.size(path)));
  }

  @Override
  public List<Item> list(String folder) throws IOException {
    if (!Files.isDirectory(path(folder))) {
      return List.of();
    }
    try (Stream<Path> below = Files.list(path(folder))) {
      return below.sorted().map(FolderStore::uri).flatMap(uri -> item(uri).stream()).toList();
    }
  }

  @Override
  public String identity(String location) throws IOException {
    return uri(path(location).toRealPath());
  }

  @Override
  public InputStream open(String location, long offset, long bytes) throws IOException {
    if (Files.notExists(path(location))) {
      throw new FileNotFoundException(location);
    }
    InputStream in = Files.newInputStream(path(location));
    in.skipNBytes(offset);
    if (bytes < 0) {
      return in;
    }
    try (in) {
      return new ByteArrayInputStream(in.readNBytes(Math.toIntExact(bytes)));
    }
  }

  @Override
  public SeekableByteChannel channel(String location) throws IOException {
    channels++;
    open++;
    SeekableByteChannel channel = Files.newByteChannel(path(location));
    return new Counted(channel);
  }

  private Optional<Item> item(String location) {
    try {
      return find(location);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long changedAtMillis(String location) throws IOException {
    return Files.getLastModifiedTime(path(location)).toMillis();
  }

  private static Path path(String location) {
    return Path.of(location.replaceFirst("^file:(//(?=/))?", ""));
  }

  private final class Counted implements SeekableByteChannel {
    private final SeekableByteChannel channel;

    Counted(SeekableByteChannel channel) {
      this.channel = channel;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      int got = channel.read(target);
      bytes += Math.max(0, got);
      return got;
    }

    @Override
    public int write(ByteBuffer source) {
      throw new NonWritableChannelException();
    }

    @Override
    public long position() throws IOException {
      return channel.position();
    }

    @Override
    public SeekableByteChannel position(long position) throws IOException {
      channel.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
      throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
      return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
      open--;
      channel.close();
    }
  }
}
