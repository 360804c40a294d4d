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
 * A file or folder that a user named for output, on this machine or on any file system. Output is
 * first written to a local {@link UnnamedPiece}. It then appears with all its bytes at once, and
 * replaces a file of the same name.
 */
public final class OutputPlace {
  /** URI schemes that are only read, by Hadoop or as an input of Varve. */
  private static final Set<String> READ_ONLY = Set.of("http", "https", "har", "docker");

  private final String name;
  private final @Nullable Far far;

  private record Far(Store store, String location) {}

  private OutputPlace(String name, @Nullable Far far) {
    this.name = name;
    this.far = far;
  }

  /** A local place. */
  public static OutputPlace of(Path local) {
    return new OutputPlace(local.toString(), null);
  }

  /**
   * The place that an option names; a scheme that no file system serves is reported as a fault of
   * the settings.
   *
   * @param place a local path, or a URI
   */
  public static OutputPlace of(String place, String option, SettingReader settings) {
    try {
      return of(place, settings.spark());
    } catch (IOException | RuntimeException e) {
      settings.fault(option + ": " + place + " cannot be written: " + e.getMessage());
      return new OutputPlace(place, null);
    }
  }

  private static OutputPlace of(String place, Map<String, String> spark) throws IOException {
    if (Locations.isLocal(place)) {
      return of(Locations.local(place));
    }
    if (READ_ONLY.contains(Locations.scheme(place))) {
      throw new IOException("nothing is written by this scheme");
    }
    Store store = Stores.of(spark);
    return new OutputPlace(place, new Far(store, store.qualified(place)));
  }

  private Path local() {
    return Path.of(name);
  }

  /** A file in this folder. */
  public OutputPlace in(String file) {
    return far == null
        ? of(local().resolve(file))
        : new OutputPlace(
            name + "/" + file, new Far(far.store(), Locations.in(far.location(), file)));
  }

  /** Whether a folder is there. */
  public boolean isFolder() throws IOException {
    return far == null
        ? Files.isDirectory(local())
        : far.store().find(far.location()).filter(Item::folder).isPresent();
  }

  /** Whether something other than a folder is at the place. */
  public boolean isFile() throws IOException {
    return far == null
        ? Files.exists(local()) && !isFolder()
        : far.store().exists(far.location()) && !isFolder();
  }

  /**
   * Whether a file can be made at the place: its folder exists, and nothing but a file has the
   * name.
   */
  public boolean isFree() throws IOException {
    if (far != null) {
      return !isFolder();
    }
    Path folder = local().toAbsolutePath().getParent();
    return folder != null && Files.isDirectory(folder) && !OutputFile.isNoFile(local());
  }

  /** Whether the place is the folder of a warehouse, or below it. */
  public boolean isWithin(String warehouse) throws IOException {
    if (far == null) {
      return Locations.isWithin(local(), warehouse);
    }
    if (Locations.isLocal(warehouse)) {
      return false;
    }
    String root = far.store().qualified(warehouse);
    return far.location().equals(root) || far.location().startsWith(Locations.in(root, ""));
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
    if (far != null) {
      return new Draft(Files.createTempFile("varve-out-", ""));
    }
    if (OutputFile.isNoFile(local())) {
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
      if (far != null) {
        upload(far, path);
      } else if (!path.equals(local())) {
        OutputFile.move(path, local());
      }
    }

    /** Deletes the draft if it was not finished. */
    @Override
    public void close() throws IOException {
      if (far != null || !path.equals(local())) {
        Files.deleteIfExists(path);
      }
    }
  }

  /**
   * Copies a local file to the target: under a hidden name first, if the store renames atomically.
   */
  private static void upload(Far target, Path from) throws IOException {
    Store store = target.store();
    String file = target.location();
    boolean renames = store.renamesAtomically(file);
    String hidden = "." + Locations.name(file) + "." + UUID.randomUUID();
    // In an object store a file appears only when it is closed, and a rename would copy it again.
    String first = renames ? Locations.in(Locations.folder(file), hidden) : file;
    try {
      try (OutputStream out = store.create(first, 0)) {
        Files.copy(from, out);
      }
      if (renames) {
        store.rename(first, file);
      }
    } catch (IOException e) {
      if (renames) {
        store.delete(first);
      }
      throw e;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
