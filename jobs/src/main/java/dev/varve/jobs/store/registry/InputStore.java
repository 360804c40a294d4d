package dev.varve.jobs.store.registry;

import dev.varve.input.source.RegistryInput;
import dev.varve.jobs.store.Store;
import dev.varve.model.ByteStore;
import dev.varve.model.Holes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Optional;

/** A store of inputs, which passes each location to the store of files or to that of registries. */
public record InputStore(Store files, ByteStore registries) implements ByteStore {
  /**
   * The location of an input as users write it: the full location of a file; a registry's is
   * unchanged.
   */
  public String location(String place) throws IOException {
    return RegistryInput.isOne(place) ? place : files.qualified(place);
  }

  private ByteStore of(String location) {
    return RegistryInput.isOne(location) ? registries : files;
  }

  @Override
  public Optional<Item> find(String location) throws IOException {
    return of(location).find(location);
  }

  @Override
  public List<Item> list(String folder) throws IOException {
    return of(folder).list(folder);
  }

  @Override
  public String identity(String location) throws IOException {
    return of(location).identity(location);
  }

  @Override
  public InputStream open(String location, long offset, long bytes) throws IOException {
    return of(location).open(location, offset, bytes);
  }

  @Override
  public SeekableByteChannel channel(String location) throws IOException {
    return of(location).channel(location);
  }

  @Override
  public Holes holes(String location) throws IOException {
    return of(location).holes(location);
  }
}
