package dev.varve.jobs.store;

import dev.varve.model.Holes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A store that passes each location to the store of its scheme. */
public final class SchemeStore implements Store {
  private final Store local;
  private final Supplier<Store> far;
  private final Supplier<Store> unnamed;

  /**
   * Opens no store.
   *
   * @param local the store of scheme {@code file}
   * @param far supplies the store of all other schemes
   * @param unnamed supplies the store of places without a scheme
   */
  public SchemeStore(Store local, Supplier<Store> far, Supplier<Store> unnamed) {
    this.local = local;
    this.far = far;
    this.unnamed = unnamed;
  }

  private Store of(String location) {
    return Locations.isLocal(location) ? local : far.get();
  }

  @Override
  public String qualified(String place) throws IOException {
    return (Locations.hasScheme(place) ? of(place) : unnamed.get()).qualified(place);
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

  @Override
  public boolean exists(String location) throws IOException {
    return of(location).exists(location);
  }

  @Override
  public OutputStream create(String location, long blockBytes) throws IOException {
    return of(location).create(location, blockBytes);
  }

  @Override
  public boolean createNew(String location, String text) throws IOException {
    return of(location).createNew(location, text);
  }

  @Override
  public void write(String location, String text) throws IOException {
    of(location).write(location, text);
  }

  @Override
  public String text(String location) throws IOException {
    return of(location).text(location);
  }

  @Override
  public boolean renamesAtomically(String location) throws IOException {
    return of(location).renamesAtomically(location);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    of(from).rename(from, to);
  }

  @Override
  public void makeFolder(String folder) throws IOException {
    of(folder).makeFolder(folder);
  }

  @Override
  public void makePrivateFolder(String folder) throws IOException {
    of(folder).makePrivateFolder(folder);
  }

  @Override
  public void touch(String file) throws IOException {
    of(file).touch(file);
  }

  @Override
  public long changedAtMillis(String file) throws IOException {
    return of(file).changedAtMillis(file);
  }

  @Override
  public void delete(String file) throws IOException {
    of(file).delete(file);
  }

  @Override
  public void deleteBelow(String root, String location) throws IOException {
    of(location).deleteBelow(root, location);
  }

  @Override
  public Optional<String> link(String root, Set<String> names) throws IOException {
    return of(root).link(root, names);
  }

  @Override
  public void sync(String location) throws IOException {
    of(location).sync(location);
  }

  @Override
  public long blockBytes(String location) throws IOException {
    return of(location).blockBytes(location);
  }
}
