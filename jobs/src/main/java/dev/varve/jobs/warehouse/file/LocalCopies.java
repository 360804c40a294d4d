package dev.varve.jobs.warehouse.file;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.model.UnreadableFileException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Local paths of files: files of other file systems are copied to this machine once, and the copies
 * are deleted on close.
 */
public final class LocalCopies implements AutoCloseable {
  private final Store store;
  private final String parent;
  private final Map<String, Path> copies = new HashMap<>();
  private @Nullable PrivateFolder folder;

  /**
   * No copies yet.
   *
   * @param parent a local folder, in which a new folder for the copies is made
   */
  public LocalCopies(Store store, String parent) {
    this.store = store;
    this.parent = parent;
  }

  /** The local paths of some files: the files themselves, or their copies. */
  public synchronized List<Path> localPaths(List<String> files) throws IOException {
    List<Path> local = new ArrayList<>();
    for (String file : files) {
      local.add(localPath(file));
    }
    return local;
  }

  private Path localPath(String file) throws IOException {
    if (Locations.isLocal(file)) {
      return Locations.local(file);
    }
    Path copy = copies.get(file);
    if (copy == null) {
      copy = copy(file);
      copies.put(file, copy);
    }
    return copy;
  }

  private Path copy(String file) throws IOException {
    if (folder == null) {
      folder = new PrivateFolder(parent, "varve-copies");
      folder.make();
    }
    Path copy = folder.path().resolve(copies.size() + ".parquet");
    try (InputStream in = store.open(file)) {
      Files.copy(in, copy);
    } catch (IOException e) {
      Files.deleteIfExists(copy); // the partial copy may be what filled the disk
      IOException fault =
          new IOException("%s, copied to %s: %s".formatted(file, parent, reason(e)));
      fault.addSuppressed(e);
      throw fault;
    }
    return copy;
  }

  /** The reason of a fault without the file's name, which the message already has. */
  private static @Nullable String reason(IOException fault) {
    Throwable cause = fault instanceof UnreadableFileException ? fault.getCause() : null;
    return (cause == null ? fault : cause).getMessage();
  }

  @Override
  public void close() {
    if (folder != null) {
      folder.close();
    }
  }
}
