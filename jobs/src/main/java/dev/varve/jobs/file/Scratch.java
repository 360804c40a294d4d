package dev.varve.jobs.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A folder that is deleted when it is closed, and when the program is interrupted. */
public final class Scratch implements AutoCloseable {
  private final Path folder;
  private final FileSystem files;
  private final Thread deletion = new Thread(this::delete, "scratch");

  /**
   * Names a new folder.
   *
   * @param parent where it lies; empty for the temporary folder of this machine
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
  }

  /** Where it is, as a URI. */
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
