package dev.varve.jobs.warehouse.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * A folder on any file system that its owner alone can read. It is deleted when it is closed, and
 * when the program is interrupted.
 */
public final class Scratch implements AutoCloseable {
  private static final FsPermission OWNER_ONLY = new FsPermission((short) 0700);

  private final Path folder;
  private final FileSystem files;
  private final Thread deletion = new Thread(this::delete, "scratch");

  /**
   * Makes a new folder.
   *
   * @param parent where it is made; empty for the temporary folder of this machine
   * @param beginning of its name
   */
  public Scratch(String parent, String beginning, Configuration hadoop) throws IOException {
    String place =
        parent.isEmpty()
            ? java.nio.file.Path.of(System.getProperty("java.io.tmpdir")).toString()
            : parent;
    folder = new Path(Locations.of(place, hadoop).toString(), beginning + "-" + UUID.randomUUID());
    files = folder.getFileSystem(hadoop);
    Runtime.getRuntime().addShutdownHook(deletion);
    files.mkdirs(folder, OWNER_ONLY);
  }

  /** Location of the folder, as a URI. */
  public String location() {
    return folder.toString();
  }

  private void delete() {
    try {
      files.delete(folder, true);
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
      // The program ends; the hook finds nothing left.
    }
  }
}
