package dev.varve.jobs.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NotDirectoryException;
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
import org.jspecify.annotations.Nullable;

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
  private final @Nullable Listing held;

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
    this.held = null;
  }

  private Warehouse(Warehouse of) throws IOException {
    spark = of.spark;
    system = of.system;
    root = of.root;
    held = Listing.of(of, Tables.names());
  }

  /**
   * The same warehouse as it is now: all its tables are read as of this moment, whatever is
   * published later.
   */
  public Warehouse now() throws IOException {
    return new Warehouse(this);
  }

  /** Whether a publication is decided and not carried out. */
  public boolean isUnfinished() throws IOException {
    return !journals().pending().isEmpty();
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
    String[] files =
        files(name).stream().map(file -> file.getPath().toString()).toArray(String[]::new);
    return files.length == 0
        ? spark.createDataFrame(List.of(), Tables.schema(name))
        : reader().schema(Tables.schema(name)).parquet(files);
  }

  /** Whether any rows of a table have been published. */
  public boolean holds(String table) throws IOException {
    return files(table).stream()
        .anyMatch(file -> !file.getPath().getName().endsWith(Publication.NO_ROWS));
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
    return files(table).stream().mapToLong(FileStatus::getLen).sum();
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

  Path root() {
    return root;
  }

  /** The path of a file by its name relative to the warehouse. */
  Path path(String relative) {
    return new Path(root, relative);
  }

  Journals journals() {
    return new Journals(system, new Path(root, OWN));
  }

  private List<FileStatus> files(String table) throws IOException {
    List<FileStatus> files =
        held == null
            ? Listing.published(system, folder(table))
            : List.copyOf(held.files(table).values());
    for (FileStatus file : files) {
      if (file.getLen() == 0) {
        // The engine would take it for a file without rows.
        throw new IOException(
            file.getPath()
                + " is empty, so its rows are lost: varve check --files says what to do");
      }
    }
    return files;
  }
}
