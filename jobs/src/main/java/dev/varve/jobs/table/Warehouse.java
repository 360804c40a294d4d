package dev.varve.jobs.table;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A folder of Parquet tables, {@code W/TABLE/*.parquet}. Everything unpublished is in {@code
 * W/.varve}: {@code staging} for rows being written, {@code commits} for the journals of
 * publications that are committed but may not be fully renamed yet, {@code locks} for the writer.
 */
public final class Warehouse {
  /** The value for the chunker of a warehouse whose chunks came from traces. */
  public static final String TRACE = "trace";

  private static final String OWN = ".varve";
  static final String FINGERPRINT = "fingerprint";
  static final String CHUNKER = "chunker";

  private final SparkSession spark;
  private final FileSystem system;
  private final Path root;

  /**
   * The warehouse at a location; nothing is created.
   *
   * @throws NotDirectoryException when a file is there
   */
  public Warehouse(SparkSession spark, String location) throws IOException {
    this.spark = spark;
    Configuration hadoop = spark.sparkContext().hadoopConfiguration();
    this.root = Locations.of(location, hadoop);
    this.system = root.getFileSystem(hadoop);
    if (system.exists(root) && !system.getFileStatus(root).isDirectory()) {
      throw new NotDirectoryException(location + " is a file; a warehouse is a folder");
    }
  }

  /** Whether anything has ever been written there. */
  public boolean exists() throws IOException {
    return system.exists(new Path(root, OWN));
  }

  /** Its location as a URI. */
  public String location() {
    return root.toString();
  }

  /** The published rows of a table; empty when nothing has been published. */
  public Dataset<Row> table(String name) throws IOException {
    String[] files = files(name).stream().map(Path::toString).toArray(String[]::new);
    return files.length == 0
        ? spark.createDataFrame(List.of(), Tables.schema(name))
        : reader().schema(Tables.schema(name)).parquet(files);
  }

  /** Whether any rows of a table have been published. */
  public boolean holds(String table) throws IOException {
    return files(table).stream().anyMatch(file -> !file.getName().endsWith(Publication.NO_ROWS));
  }

  /** Whether a table has no file at all, not even one without rows. */
  boolean isEmpty(String table) throws IOException {
    return files(table).isEmpty();
  }

  /** Creates a view of every table, the views over these tables, and the published figures. */
  public void views() throws IOException {
    views(Tables.names());
    views(SqlFiles.folder("views").keySet());
    SqlFiles.folder("published").forEach(this::view);
  }

  private void view(String name, String sql) {
    spark.sql(sql).createOrReplaceTempView(name);
  }

  /** Creates views of these tables, and the views of {@code schemas/views} among the names. */
  public void views(Collection<String> names) throws IOException {
    for (String name : names) {
      boolean stored = Tables.names().contains(name);
      Dataset<Row> rows = stored ? table(name) : spark.sql(SqlFiles.text("views", name));
      rows.createOrReplaceTempView(name);
    }
  }

  /** Bytes of all published files. */
  public long bytes() throws IOException {
    long bytes = 0;
    for (String name : Tables.names()) {
      bytes += bytes(name);
    }
    return bytes;
  }

  /** Bytes of a table's published files. */
  public long bytes(String table) throws IOException {
    long bytes = 0;
    for (Path file : files(table)) {
      bytes += system.getFileStatus(file).getLen();
    }
    return bytes;
  }

  /**
   * The fingerprint algorithm of what is published; none while there are no layers or snapshots.
   */
  public Optional<String> fingerprint() throws IOException {
    return holds("layer") || holds("snapshot") ? Optional.of(kept(FINGERPRINT)) : Optional.empty();
  }

  /** The chunker of the published snapshots; none while there are no snapshots. */
  public Optional<String> chunker() throws IOException {
    return holds("snapshot") ? Optional.of(kept(CHUNKER)) : Optional.empty();
  }

  private String kept(String name) throws IOException {
    try (InputStream in = system.open(own(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    }
  }

  FileSystem system() {
    return system;
  }

  /** The engine that reads it. */
  public SparkSession spark() {
    return spark;
  }

  Path own(String name) {
    return new Path(new Path(root, OWN), name);
  }

  Path folder(String table) {
    return new Path(root, table);
  }

  /** Reads files by their literal names: brackets and braces are not patterns. */
  DataFrameReader reader() {
    return spark.read().option("__globPaths__", "false");
  }

  private List<Path> files(String table) throws IOException {
    List<Path> files = new ArrayList<>();
    try {
      for (FileStatus status : system.listStatus(folder(table))) {
        if (status.isFile() && status.getPath().getName().endsWith(".parquet")) {
          files.add(status.getPath());
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    files.sort(null);
    return files;
  }
}
