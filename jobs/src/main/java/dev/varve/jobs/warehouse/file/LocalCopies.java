package dev.varve.jobs.warehouse.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Files as local ones: those of other file systems are copied once, and deleted at the end. */
public final class LocalCopies implements AutoCloseable {
  private final Configuration hadoop;
  private final String parent;
  private final Map<String, java.nio.file.Path> copies = new HashMap<>();
  private @Nullable PrivateFolder folder;

  /**
   * No copies yet.
   *
   * @param parent a local folder, in a folder of which they are made
   */
  public LocalCopies(Configuration hadoop, String parent) {
    this.hadoop = hadoop;
    this.parent = parent;
  }

  /** The files themselves, or their copies. */
  public synchronized List<java.nio.file.Path> all(List<String> some) throws IOException {
    List<java.nio.file.Path> local = new ArrayList<>();
    for (String file : some) {
      local.add(of(file));
    }
    return local;
  }

  private java.nio.file.Path of(String file) throws IOException {
    if (Locations.isLocal(file)) {
      return Locations.local(file);
    }
    java.nio.file.Path copy = copies.get(file);
    if (copy == null) {
      copy = copy(new Path(file));
      copies.put(file, copy);
    }
    return copy;
  }

  private java.nio.file.Path copy(Path file) throws IOException {
    if (folder == null) {
      folder = new PrivateFolder(parent, "varve-copies");
      folder.make();
    }
    java.nio.file.Path copy = folder.path().resolve(copies.size() + ".parquet");
    try (InputStream in = file.getFileSystem(hadoop).open(file)) {
      Files.copy(in, copy);
    } catch (IOException e) {
      Files.deleteIfExists(copy); // what there is of it may be what filled the disk
      IOException fault =
          new IOException("%s, copied to %s: %s".formatted(file, parent, e.getMessage()));
      fault.addSuppressed(e);
      throw fault;
    }
    return copy;
  }

  @Override
  public void close() {
    if (folder != null) {
      folder.close();
    }
  }
}
