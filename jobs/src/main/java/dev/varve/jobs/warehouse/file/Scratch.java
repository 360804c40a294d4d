package dev.varve.jobs.warehouse.file;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A folder on any file system that its owner alone can read. The folder is deleted on close, and
 * when the program is interrupted.
 */
public final class Scratch implements AutoCloseable {
  private final String folder;
  private final Store store;
  private final Thread deletion = new Thread(this::delete, "scratch");

  /**
   * Makes a new folder.
   *
   * @param parent where it is made; empty for the temporary folder of this machine
   * @param prefix prefix of the folder's name
   */
  public Scratch(String parent, String prefix, Store store) throws IOException {
    String parentFolder =
        parent.isEmpty() ? Locations.of(Path.of(System.getProperty("java.io.tmpdir"))) : parent;
    this.folder = Locations.in(store.qualified(parentFolder), prefix + "-" + UUID.randomUUID());
    this.store = store;
    Runtime.getRuntime().addShutdownHook(deletion);
    store.makePrivateFolder(folder);
  }

  /** Location of the folder, as a URI. */
  public String location() {
    return folder;
  }

  private void delete() {
    try {
      store.deleteBelow(Locations.folder(folder), folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(deletion);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: its hook has deleted the folder or will.
    }
  }
}
