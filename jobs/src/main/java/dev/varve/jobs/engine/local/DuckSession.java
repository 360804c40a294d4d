package dev.varve.jobs.engine.local;

import dev.varve.jobs.warehouse.file.PrivateFolder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/** A database in the memory of this process. */
public final class DuckSession implements AutoCloseable {
  /** A named parameter of a query. */
  public static final Pattern PARAMETER = Pattern.compile("(?<!:):[a-z]+\\b");

  private static final AtomicReference<@Nullable Connection> AHEAD = new AtomicReference<>();

  private final Connection connection;

  /** A streaming session refuses anything more before this one is closed. */
  private volatile @Nullable Statement open;

  private final @Nullable PrivateFolder spill;

  private DuckSession(Connection connection, long memoryBytes, PrivateFolder spill)
      throws SQLException {
    this(
        connection,
        spill,
        String.join(
            ";\n",
            "SET GLOBAL TimeZone = 'UTC'",
            "SET memory_limit = '%d KiB'".formatted(memoryBytes >> 10),
            "SET temp_directory = " + DuckText.quoted(spill.path().toString()),
            "SET autoinstall_known_extensions = false",
            "SET autoload_known_extensions = false",
            DuckText.MACROS));
  }

  private DuckSession(Connection connection, @Nullable PrivateFolder spill, String settings)
      throws SQLException {
    this.connection = connection;
    this.spill = spill;
    try {
      if (!settings.isEmpty()) {
        execute(settings);
      }
    } catch (SQLException e) {
      close();
      throw e;
    }
  }

  private static Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("jdbc_stream_results", "true");
    return DriverManager.getConnection("jdbc:duckdb:", properties);
  }

  /** Loads DuckDB's library, and opens a database for the first session. */
  public static void openAhead() {
    try {
      AHEAD.set(connect());
    } catch (SQLException | LinkageError | RuntimeException e) {
      // The next request for a session tries again, and reports it.
    }
  }

  /**
   * Starts DuckDB. Rows are computed as they are read: one result can be open at a time, and what
   * fails before the first row does not say why.
   *
   * @param memoryBytes its memory budget
   * @param spillFolder where it spills the rest
   * @throws SQLException when its library does not load
   */
  public static DuckSession open(long memoryBytes, String spillFolder) throws SQLException {
    Connection ahead = AHEAD.getAndSet(null);
    return new DuckSession(ahead == null ? connect() : ahead, memoryBytes, spill(spillFolder));
  }

  /** A folder of its own, as queries may read any file where DuckDB spills; most spill nothing. */
  private static PrivateFolder spill(String parent) {
    PrivateFolder spill = new PrivateFolder(parent, "varve-spill");
    spill.makeIfPossible();
    return spill;
  }

  /** Another session on the same database, with its views; closed by the caller. */
  public DuckSession alongside() throws SQLException {
    return new DuckSession(connection().duplicate(), null, "");
  }

  /** For what only DuckDB's own interface has. */
  public DuckDBConnection connection() {
    return (DuckDBConnection) connection;
  }

  /**
   * Lets no setting of the database be changed any more; called once.
   *
   * @param files all that may be opened from now on; empty for any
   */
  public void lock(Optional<Collection<Path>> files) throws SQLException {
    if (files.isPresent()) {
      execute("SET allowed_paths = [" + DuckText.quoted(files.get()) + "]");
      execute("SET enable_external_access = false");
    }
    execute("SET lock_configuration = true");
  }

  /** Runs a statement without rows. */
  public void execute(String sql) throws SQLException {
    closeOpen();
    try (Statement statement = connection.createStatement()) {
      open = statement;
      statement.execute(sql);
    }
  }

  /** Runs a query; the result of the one before is closed. */
  public ResultSet query(String sql) throws SQLException {
    closeOpen();
    Statement statement = connection.createStatement();
    open = statement;
    return statement.executeQuery(sql);
  }

  /** Cuts short the statement that another thread runs, though not the reading of its rows. */
  public void cancel() {
    Statement running = open;
    try {
      if (running != null) {
        running.cancel();
      }
    } catch (SQLException e) {
      // It has ended by itself.
    }
  }

  /** Closes the result of the query before. */
  public void closeOpen() throws SQLException {
    Statement before = open;
    if (before != null) {
      before.close();
    }
  }

  /** The first value of the first row of a query with one parameter, as text. */
  public String text(String sql, String parameter) throws SQLException {
    closeOpen();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, parameter);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  /** Plans a query, whose columns are known then; the result of the one before is closed. */
  public PreparedStatement planned(String sql) throws SQLException {
    closeOpen();
    PreparedStatement statement = connection.prepareStatement(sql);
    open = statement;
    return statement;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } finally {
      if (spill != null) {
        spill.close();
      }
    }
  }
}
