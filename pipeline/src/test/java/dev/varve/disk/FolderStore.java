package dev.varve.disk;

import dev.varve.model.ByteStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Local files under {@code file:} URIs; counts what is read through channels. */
final class FolderStore implements ByteStore {
  private long channels;

  static String uri(Path path) {
    return "file:" + path.toAbsolutePath();
  }

  /** Channels opened so far. */
  long channels() {
    return channels;
  }

  @Override
  public Optional<Item> find(String location) throws IOException {
    Path path = path(location);
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    boolean folder = Files.isDirectory(path);
    return Optional.of(new Item(uri(path), folder, folder ? 0 : Files.size(path)));
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
  public InputStream open(String location, long offset, long bytes) throws IOException {
    InputStream in = Files.newInputStream(path(location));
    in.skipNBytes(offset);
    return in;
  }

  @Override
  public SeekableByteChannel channel(String location) throws IOException {
    channels++;
    return Files.newByteChannel(path(location));
  }

  private Optional<Item> item(String location) {
    try {
      return find(location);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Path path(String location) {
    return Path.of(location.replaceFirst("^file:(//(?=/))?", ""));
  }
}
