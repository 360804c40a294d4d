package dev.varve.jobs.store;

import dev.varve.model.ByteStore;
import dev.varve.model.Holes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Optional;

/** A store that passes each read to the store that is responsible for the location. */
public interface RoutedByteStore extends ByteStore {
  /** The store that is responsible for a location. */
  ByteStore storeOf(String location);

  @Override
  default Optional<Item> find(String location) throws IOException {
    return storeOf(location).find(location);
  }

  @Override
  default List<Item> list(String folder) throws IOException {
    return storeOf(folder).list(folder);
  }

  @Override
  default String identity(String location) throws IOException {
    return storeOf(location).identity(location);
  }

  @Override
  default InputStream open(String location, long offset, long bytes) throws IOException {
    return storeOf(location).open(location, offset, bytes);
  }

  @Override
  default SeekableByteChannel channel(String location) throws IOException {
    return storeOf(location).channel(location);
  }

  @Override
  default long changedAtMillis(String location) throws IOException {
    return storeOf(location).changedAtMillis(location);
  }

  @Override
  default Holes holes(String location) throws IOException {
    return storeOf(location).holes(location);
  }
}
