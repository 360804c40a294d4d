package dev.varve.jobs.estimate;

import dev.varve.jobs.file.Locations;
import dev.varve.jobs.store.HadoopStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.SparkSession;

/** A folder that is deleted when it is closed, and when the program is interrupted. */
final class Scratch implements AutoCloseable {
  private final org.apache.hadoop.fs.Path folder;
  private final Configuration hadoop;
  private final FileSystem files;
  private final Thread deletion = new Thread(this::delete, "scratch");

  /**
   * Names a new folder.
   *
   * @param parent where it lies; empty for the temporary folder of this machine
   */
  Scratch(String parent, SparkSession spark) throws IOException {
    hadoop = spark.sparkContext().hadoopConfiguration();
    String place =
        parent.isEmpty() ? Path.of(System.getProperty("java.io.tmpdir")).toString() : parent;
    folder =
        new org.apache.hadoop.fs.Path(
            Locations.of(place, hadoop).toString(), "varve-estimate-" + UUID.randomUUID());
    files = folder.getFileSystem(hadoop);
    Runtime.getRuntime().addShutdownHook(deletion);
  }

  /** The file systems of the engine. */
  HadoopStore store() {
    return new HadoopStore(hadoop);
  }

  String location() {
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
