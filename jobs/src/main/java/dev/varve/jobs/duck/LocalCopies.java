package dev.varve.jobs.duck;

import dev.varve.jobs.file.Locations;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.file.PathUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Files as local ones: those of other file systems are copied once, and deleted at the end. */
final class LocalCopies implements AutoCloseable {
  private final Configuration hadoop;
  private final Map<String, java.nio.file.Path> copies = new HashMap<>();
  private java.nio.file.@Nullable Path folder;

  LocalCopies(Configuration hadoop) {
    this.hadoop = hadoop;
  }

  /** The files themselves, or their copies. */
  List<java.nio.file.Path> all(List<String> some) throws IOException {
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
      folder = Files.createTempDirectory("varve-found-");
    }
    java.nio.file.Path copy = folder.resolve(copies.size() + ".parquet");
    FileSystem system = file.getFileSystem(hadoop);
    try (var in = system.open(file)) {
      Files.copy(in, copy);
    }
    return copy;
  }

  @Override
  public void close() throws IOException {
    if (folder != null) {
      PathUtils.deleteDirectory(folder);
    }
  }
}
