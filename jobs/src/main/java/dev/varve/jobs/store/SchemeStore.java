package dev.varve.jobs.store;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A store that passes each location to the store of its scheme. */
public final class SchemeStore implements Store, RoutedByteStore {
  private final Store local;
  private final Supplier<Store> remote;
  private final Supplier<Store> withoutScheme;

  /**
   * Opens no store.
   *
   * @param local the store of scheme {@code file}
   * @param remote supplies the store of all other schemes
   * @param withoutScheme supplies the store of places without a scheme
   */
  public SchemeStore(Store local, Supplier<Store> remote, Supplier<Store> withoutScheme) {
    this.local = local;
    this.remote = remote;
    this.withoutScheme = withoutScheme;
  }

  @Override
  public Store storeOf(String location) {
    return Locations.isLocal(location) ? local : remote.get();
  }

  @Override
  public String qualified(String place) throws IOException {
    return (Locations.hasScheme(place) ? storeOf(place) : withoutScheme.get()).qualified(place);
  }

  @Override
  public boolean exists(String location) throws IOException {
    return storeOf(location).exists(location);
  }

  @Override
  public OutputStream create(String location, long blockBytes) throws IOException {
    return storeOf(location).create(location, blockBytes);
  }

  @Override
  public boolean createNew(String location, String text) throws IOException {
    return storeOf(location).createNew(location, text);
  }

  @Override
  public void write(String location, String text) throws IOException {
    storeOf(location).write(location, text);
  }

  @Override
  public String text(String location) throws IOException {
    return storeOf(location).text(location);
  }

  @Override
  public boolean createsConditionally(String location) throws IOException {
    return storeOf(location).createsConditionally(location);
  }

  @Override
  public boolean renamesAtomically(String location) throws IOException {
    return storeOf(location).renamesAtomically(location);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    storeOf(from).rename(from, to);
  }

  @Override
  public void makeFolder(String folder) throws IOException {
    storeOf(folder).makeFolder(folder);
  }

  @Override
  public void makePrivateFolder(String folder) throws IOException {
    storeOf(folder).makePrivateFolder(folder);
  }

  @Override
  public void touch(String file) throws IOException {
    storeOf(file).touch(file);
  }

  @Override
  public long changedAtMillis(String file) throws IOException {
    return storeOf(file).changedAtMillis(file);
  }

  @Override
  public void delete(String file) throws IOException {
    storeOf(file).delete(file);
  }

  @Override
  public void deleteBelow(String root, String location) throws IOException {
    storeOf(location).deleteBelow(root, location);
  }

  @Override
  public Optional<String> link(String root, Set<String> names) throws IOException {
    return storeOf(root).link(root, names);
  }

  @Override
  public void sync(String location) throws IOException {
    storeOf(location).sync(location);
  }

  @Override
  public long blockBytes(String location) throws IOException {
    return storeOf(location).blockBytes(location);
  }
}
