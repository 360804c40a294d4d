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

/** A session on an in-memory DuckDB database of this process. */
public final class DuckSession implements AutoCloseable {
  /**
   * A named parameter of a query, such as {@code :started}; {@code ::} is DuckDB's cast operator.
   */
  public static final Pattern PARAMETER = Pattern.compile("(?<!:):[a-z]+\\b");

  private static final AtomicReference<@Nullable Connection> OPENED_AHEAD = new AtomicReference<>();

  private final Connection connection;

  /**
   * The statement whose result is open. A session that streams results refuses another statement
   * until this one is closed.
   */
  private volatile @Nullable Statement openStatement;

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

  /**
   * Loads DuckDB's library and opens a database, which the first call of {@link #open} then uses.
   */
  public static void openAhead() {
    try {
      OPENED_AHEAD.set(connect());
    } catch (SQLException | LinkageError | RuntimeException e) {
      // Ignored here: open() tries again, and reports the fault.
    }
  }

  /**
   * Opens a new database. Rows are computed as they are read, so only one result can be open at a
   * time. A query that fails before its first row gives no reason.
   *
   * @param memoryBytes memory limit of the database
   * @param spillFolder folder for data that does not fit into the memory limit
   * @throws SQLException when DuckDB's library does not load
   */
  public static DuckSession open(long memoryBytes, String spillFolder) throws SQLException {
    Connection ahead = OPENED_AHEAD.getAndSet(null);
    return new DuckSession(ahead == null ? connect() : ahead, memoryBytes, spill(spillFolder));
  }

  /**
   * A new folder for this database alone, because DuckDB lets queries read any file in its spill
   * folder. A fault is not reported yet, because most queries never spill.
   */
  private static PrivateFolder spill(String parent) {
    PrivateFolder spill = new PrivateFolder(parent, "varve-spill");
    spill.makeIfPossible();
    return spill;
  }

  /** Another session on the same database, with its views; closed by the caller. */
  public DuckSession openAnother() throws SQLException {
    return new DuckSession(connection().duplicate(), null, "");
  }

  /** The connection, for functions that JDBC lacks. */
  public DuckDBConnection connection() {
    return (DuckDBConnection) connection;
  }

  /**
   * Locks all settings of the database against changes; called once.
   *
   * @param files the only files that statements may open from now on; empty: any file
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
    closeOpenStatement();
    try (Statement statement = connection.createStatement()) {
      openStatement = statement;
      statement.execute(sql);
    }
  }

  /** Runs a query; closes the result of the previous query. */
  public ResultSet query(String sql) throws SQLException {
    closeOpenStatement();
    Statement statement = connection.createStatement();
    openStatement = statement;
    return statement.executeQuery(sql);
  }

  /**
   * Interrupts the statement that another thread runs; it does not interrupt the reading of rows.
   */
  public void cancel() {
    Statement running = openStatement;
    try {
      if (running != null) {
        running.cancel();
      }
    } catch (SQLException e) {
      // Ignored: the statement has ended meanwhile.
    }
  }

  /** Closes the result of the previous query. */
  public void closeOpenStatement() throws SQLException {
    Statement previous = openStatement;
    if (previous != null) {
      previous.close();
    }
  }

  /** The first value of the first row of a query with one parameter, as text. */
  public String text(String sql, String parameter) throws SQLException {
    closeOpenStatement();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, parameter);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  /**
   * Plans a query without running it, so that its columns are known; closes the result of the
   * previous query.
   */
  public PreparedStatement prepare(String sql) throws SQLException {
    closeOpenStatement();
    PreparedStatement statement = connection.prepareStatement(sql);
    openStatement = statement;
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
