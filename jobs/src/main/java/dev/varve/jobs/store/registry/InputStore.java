package dev.varve.jobs.store.registry;

import dev.varve.input.source.RegistryInput;
import dev.varve.jobs.store.RoutedByteStore;
import dev.varve.jobs.store.Store;
import dev.varve.model.ByteStore;
import java.io.IOException;

/** A store of inputs, which passes each location to the store of files or to that of registries. */
public record InputStore(Store files, ByteStore registries) implements RoutedByteStore {
  /**
   * The location of an input as users write it: the full location of a file; a registry's is
   * unchanged.
   */
  public String location(String place) throws IOException {
    return RegistryInput.isRegistry(place) ? place : files.qualified(place);
  }

  @Override
  public ByteStore storeOf(String location) {
    return RegistryInput.isRegistry(location) ? registries : files;
  }
}
