package dev.varve.jobs.store.hadoop;

import dev.varve.jobs.store.Store;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/** Local files under a scheme of their own, so that they count as those of another machine. */
public class FarFileSystem extends RawLocalFileSystem {
  /** The setting that makes the scheme known. */
  public static final String SETTING = "spark.hadoop.fs.far.impl=" + FarFileSystem.class.getName();

  private static final URI ROOT = URI.create("far:///");

  /** The form of a file system that renames. */
  public static final class Context extends DelegateToFileSystem {
    /** Called by Hadoop. */
    public Context(URI uri, Configuration configuration) throws IOException, URISyntaxException {
      super(ROOT, new FarFileSystem(), configuration, "far", false);
    }

    /** Hadoop's own deletes a file before it renames another to its name. */
    @Override
    public void renameInternal(
        org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to, boolean overwrite)
        throws IOException {
      Files.move(
          Path.of(from.toUri().getPath()),
          Path.of(to.toUri().getPath()),
          StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Location in this file system of a local folder. */
  public static String location(Path folder) {
    return "far://" + folder.toAbsolutePath();
  }

  /** A store that reaches it. */
  public static Store store() {
    return Stores.of(
        Map.of(
            "spark.hadoop.fs.far.impl", FarFileSystem.class.getName(),
            "spark.hadoop.fs.AbstractFileSystem.far.impl", Context.class.getName()));
  }

  /** Hadoop's own first looks and then creates, so that two may succeed. */
  @Override
  public FSDataOutputStream create(
      org.apache.hadoop.fs.Path path,
      boolean overwrite,
      int bufferBytes,
      short replication,
      long blockBytes,
      @Nullable Progressable progress)
      throws IOException {
    if (!overwrite) {
      if (path.getParent() != null) {
        mkdirs(path.getParent());
      }
      try {
        Files.createFile(pathToFile(path).toPath());
      } catch (FileAlreadyExistsException e) {
        throw new org.apache.hadoop.fs.FileAlreadyExistsException(e.getMessage());
      }
    }
    return super.create(path, true, bufferBytes, replication, blockBytes, progress);
  }

  @Override
  public URI getUri() {
    return ROOT;
  }

  @Override
  public String getScheme() {
    return "far";
  }
}
