package dev.varve.jobs.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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

  /**
   * Names a folder for DuckDB, which makes and deletes it: queries may read whatever lies where it
   * spills.
   */
  public static String within(String parent) {
    java.nio.file.Path folder = java.nio.file.Path.of(parent);
    return Files.exists(folder)
        ? folder.resolve("varve-spill-" + UUID.randomUUID()).toString()
        : parent;
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
