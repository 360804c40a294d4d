package dev.varve.jobs.warehouse.file;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.hadoop.Stores;
import dev.varve.model.ByteStore.Item;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A file or folder that a user named for output, as by option --out, on this machine or on any file
 * system. Output is first written to a local {@link UnnamedPiece}. It then appears with all its
 * bytes at once, and replaces a file of the same name.
 */
public final class OutputPlace {
  /** URI schemes that are only read, by Hadoop or as an input of Varve. */
  private static final Set<String> READ_ONLY = Set.of("http", "https", "har", "docker");

  private final String name;
  private final @Nullable Remote remote;

  private record Remote(Store store, String location) {}

  private OutputPlace(String name, @Nullable Remote remote) {
    this.name = name;
    this.remote = remote;
  }

  /** A local place. */
  public static OutputPlace of(Path local) {
    return new OutputPlace(local.toString(), null);
  }

  /**
   * The place that an option names; a scheme that no file system serves is reported as a fault of
   * the settings.
   *
   * @param location a local path, or a URI
   */
  public static OutputPlace of(String location, String option, SettingReader settings) {
    try {
      return of(location, settings.spark());
    } catch (IOException | RuntimeException e) {
      settings.fault(option + ": " + location + " cannot be written: " + e.getMessage());
      return new OutputPlace(location, null);
    }
  }

  private static OutputPlace of(String location, Map<String, String> spark) throws IOException {
    if (Locations.isLocal(location)) {
      return of(Locations.local(location));
    }
    if (READ_ONLY.contains(Locations.scheme(location))) {
      throw new IOException("nothing is written by this scheme");
    }
    Store store = Stores.of(spark);
    return new OutputPlace(location, new Remote(store, store.qualified(location)));
  }

  private Path local() {
    return Path.of(name);
  }

  /** A file in this folder. */
  public OutputPlace in(String file) {
    return remote == null
        ? of(local().resolve(file))
        : new OutputPlace(
            name + "/" + file, new Remote(remote.store(), Locations.in(remote.location(), file)));
  }

  /** Whether a folder is there. */
  public boolean isFolder() throws IOException {
    return remote == null
        ? Files.isDirectory(local())
        : remote.store().find(remote.location()).filter(Item::folder).isPresent();
  }

  /** Whether something other than a folder is at the place. */
  public boolean isFile() throws IOException {
    return remote == null
        ? Files.exists(local()) && !isFolder()
        : remote.store().exists(remote.location()) && !isFolder();
  }

  /**
   * Whether a file can be made at the place: its folder exists, and nothing but a file has the
   * name.
   */
  public boolean isFree() throws IOException {
    if (remote != null) {
      return !isFolder();
    }
    Path folder = local().toAbsolutePath().getParent();
    return folder != null && Files.isDirectory(folder) && !OutputFile.isNotReplaceable(local());
  }

  /** Whether the place is the folder of a warehouse, or below it. */
  public boolean isWithin(String warehouse) throws IOException {
    if (remote == null) {
      return Locations.isWithin(local(), warehouse);
    }
    if (Locations.isLocal(warehouse)) {
      return false;
    }
    String root = remote.store().qualified(warehouse);
    return remote.location().equals(root) || remote.location().startsWith(Locations.in(root, ""));
  }

  /** Writes a whole file in UTF-8; missing folders are made. */
  public void write(String text) throws IOException {
    try (Draft draft = draft()) {
      Files.writeString(draft.path(), text);
      draft.finish();
    }
  }

  /**
   * Begins a file; missing folders are made.
   *
   * @throws NotWritableException when no local file can be there
   */
  public Draft draft() throws IOException {
    if (remote != null) {
      return new Draft(Files.createTempFile("varve-out-", ""));
    }
    if (OutputFile.isNotReplaceable(local())) {
      return new Draft(local()); // a pipe or a device takes the bytes as they are written
    }
    return new Draft(OutputFile.unfinished(local(), UUID.randomUUID().toString()));
  }

  /** A file that gets its final name only once it is complete. */
  public final class Draft implements Closeable {
    private final Path path;

    private Draft(Path path) {
      this.path = path;
    }

    /** The local file to write to. */
    public Path path() {
      return path;
    }

    /** Publishes the draft under its final name. */
    public void finish() throws IOException {
      if (remote != null) {
        upload(remote, path);
      } else if (!path.equals(local())) {
        OutputFile.move(path, local());
      }
    }

    /** Deletes the draft if it was not finished. */
    @Override
    public void close() throws IOException {
      if (remote != null || !path.equals(local())) {
        Files.deleteIfExists(path);
      }
    }
  }

  /**
   * Copies a local file to the target: under a hidden name first, if the store renames atomically.
   */
  private static void upload(Remote target, Path from) throws IOException {
    Store store = target.store();
    String file = target.location();
    boolean renamesAtomically = store.renamesAtomically(file);
    String hidden = "." + Locations.name(file) + "." + UUID.randomUUID();
    // In an object store a file appears only when it is closed, and a rename would copy it again.
    String written = renamesAtomically ? Locations.in(Locations.folder(file), hidden) : file;
    try {
      try (OutputStream out = store.create(written, 0)) {
        Files.copy(from, out);
      }
      if (renamesAtomically) {
        store.rename(written, file);
      }
    } catch (IOException e) {
      if (renamesAtomically) {
        store.delete(written);
      }
      throw e;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
