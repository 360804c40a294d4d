package dev.varve.jobs.query;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.local.DuckSession;
import dev.varve.jobs.file.Locations;
import dev.varve.jobs.file.PlainLocalFileSystem;
import dev.varve.jobs.run.EngineChoice;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.SparkRuntime;
import dev.varve.jobs.table.WarehouseFiles;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * Chooses what answers questions. DuckDB starts in half a second and reads local files, to which
 * the tables of other file systems are copied; Spark takes seconds and works on a cluster too. Both
 * give the same answers to reports and checks; free queries are in the dialect of the engine.
 */
public final class QueryEngine {
  private static final String OF_HADOOP = "spark.hadoop.";

  /** DuckDB takes these in the names of files for patterns. */
  private static final Pattern PATTERN = Pattern.compile("[*?\\[\\]]");

  private QueryEngine() {}

  /**
   * Loads DuckDB's library beside what else a start has to do; it takes a quarter of that. Whether
   * it loads is told by {@link #open}.
   */
  public static void loadAhead() {
    Thread loading = new Thread(DuckSession::openAhead, "duckdb");
    loading.setDaemon(true);
    loading.start();
  }

  /**
   * Opens a warehouse for questions.
   *
   * @param verb names the program in the engine
   * @throws NoInputException when nothing has ever been ingested into it
   * @throws InvalidSettingsException when the engine that is asked for cannot read it
   */
  public static Queries open(String verb, Settings settings, QuerySettings query, String location)
      throws IOException {
    if (query.engine().equals(QuerySettings.SPARK)) {
      return bySpark(verb, settings, query, location);
    }
    String hindrance = hindrance(settings, query);
    if (hindrance.isEmpty()) {
      Configuration hadoop = hadoop(settings, location);
      WarehouseFiles files = files(location, hadoop);
      hindrance = hindrance(files, query);
      try {
        if (hindrance.isEmpty()) {
          return new DuckQueries(files, query, hadoop);
        }
      } catch (SQLException | LinkageError e) {
        hindrance = notLoaded(e);
      }
    }
    if (query.engine().equals(QuerySettings.DUCKDB)) {
      throw unusable(hindrance);
    }
    return bySpark(verb, settings, query, location);
  }

  /** DuckDB is asked for, and does not start. */
  public static InvalidSettingsException doesNotLoad(Throwable fault) {
    return unusable(notLoaded(fault));
  }

  private static String notLoaded(Throwable fault) {
    Throwable root = fault;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return "DuckDB's library does not load: " + root.getMessage();
  }

  private static InvalidSettingsException unusable(String hindrance) {
    return new InvalidSettingsException(
        List.of("query.engine is duckdb, but " + hindrance + ": choose spark or auto"));
  }

  private static Queries bySpark(
      String verb, Settings settings, QuerySettings query, String location) throws IOException {
    return SparkQueries.open(SparkRuntime.open(verb, settings), location, query);
  }

  /** How files are reached as by the engine, without its classes. */
  private static Configuration hadoop(Settings settings, String location) {
    if (Locations.isLocal(location)) {
      return new Configuration(false);
    }
    Configuration hadoop = new Configuration();
    hadoop.set("fs.file.impl", PlainLocalFileSystem.class.getName());
    settings
        .spark()
        .forEach(
            (key, value) -> {
              if (key.startsWith(OF_HADOOP)) {
                hadoop.set(key.substring(OF_HADOOP.length()), value);
              }
            });
    return hadoop;
  }

  private static WarehouseFiles files(String location, Configuration hadoop) throws IOException {
    WarehouseFiles files =
        Locations.isLocal(location) ? WarehouseFiles.local(location) : far(location, hadoop);
    return NoInputException.unlessThere(files, location);
  }

  private static WarehouseFiles far(String location, Configuration hadoop) throws IOException {
    try {
      return new WarehouseFiles(location, hadoop);
    } catch (SocketException | SocketTimeoutException | IllegalArgumentException e) {
      // People are told the message of the last cause, which does not say of what.
      IOException fault = new IOException(location + " cannot be reached: " + e.getMessage());
      fault.addSuppressed(e);
      throw fault;
    }
  }

  /** What keeps DuckDB from answering; empty when nothing does. */
  private static String hindrance(Settings settings, QuerySettings query) {
    if (EngineChoice.isSubmitted()) {
      return "spark-submit has started the program";
    }
    if (!settings.spark().getOrDefault("spark.master", "local").startsWith("local")) {
      return "spark.master names a cluster";
    }
    return query.allowed().reflection() ? "only Spark calls methods of Java (sql.reflection)" : "";
  }

  /** What keeps it from reading a warehouse as it is now; empty when nothing does. */
  private static String hindrance(WarehouseFiles files, QuerySettings query) throws IOException {
    boolean far = !Locations.isLocal(files.location());
    if (!far && PATTERN.matcher(files.location()).find()) {
      return files.location() + " has characters that DuckDB takes for a pattern";
    }
    if (query.engine().equals(QuerySettings.DUCKDB)) {
      return "";
    }
    if (far && files.bytes() > query.copyBytes()) {
      return "its tables have more bytes than are copied (query.copy-bytes)";
    }
    return files.isUnfinished() ? "a publication waits to be finished" : "";
  }
}
