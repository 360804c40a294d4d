package dev.varve.jobs.engine.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.jobs.engine.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Blob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBResultSet;
import org.duckdb.DuckDBStruct;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a planned statement in a session of its own; the statement runs when the first row is
 * read.
 */
public final class LocalResult implements Result {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  /** Error messages about lack of memory, or about the folder to which DuckDB spills. */
  private static final Pattern MEMORY_OR_SPILL = Pattern.compile("Out of Memory Error|varve-spill");

  private static final Pattern PIVOT = Pattern.compile("(?i)\\bPIVOT(_WIDER)?\\b");

  /**
   * Rows of an Arrow batch: the size of DuckDB's vectors, so that each vector is passed on as soon
   * as it is complete.
   */
  private static final int BATCH_ROWS = 2048;

  /** DuckDB's message when a streamed statement fails before its first row; it gives no reason. */
  private static final String FAULT_WITHOUT_REASON = "Invalid result set";

  private final DuckSession session;
  private final String sql;
  private final PreparedStatement statement;
  private @Nullable List<Column> columns;
  private @Nullable ResultSet rows;
  private boolean hasRow;
  private volatile boolean cancelled;

  /**
   * Plans a statement.
   *
   * @param session closed together with the result
   */
  LocalResult(DuckSession session, String sql) throws SQLException {
    this.session = session;
    this.sql = sql;
    statement = session.prepare(sql);
  }

  private static Kind kind(ResultSetMetaData data, int at) throws SQLException {
    return switch (data.getColumnType(at)) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> Kind.WHOLE_NUMBER;
      case Types.REAL, Types.FLOAT, Types.DOUBLE, Types.NUMERIC, Types.DECIMAL -> Kind.NUMBER;
      default -> data.getColumnTypeName(at).endsWith("HUGEINT") ? Kind.WHOLE_NUMBER : Kind.OTHER;
    };
  }

  @Override
  public List<Column> columns() {
    if (columns == null) {
      try {
        if (PIVOT.matcher(sql).find()) {
          // The columns of a pivot come from values of the data, so they are known only once it
          // runs.
          begin();
        }
        ResultSetMetaData data = rows == null ? statement.getMetaData() : rows.getMetaData();
        List<Column> declared = new ArrayList<>();
        for (int at = 1; at <= data.getColumnCount(); at++) {
          declared.add(new Column(data.getColumnLabel(at), kind(data, at)));
        }
        columns = List.copyOf(declared);
      } catch (SQLException e) {
        throw withReason(e);
      }
    }
    return columns;
  }

  @Override
  public boolean hasNext() {
    try {
      begin();
      return hasRow;
    } catch (SQLException e) {
      throw withReason(e);
    }
  }

  private void begin() throws SQLException {
    if (rows == null) {
      rows = statement.executeQuery();
      advance(rows);
    }
  }

  /**
   * Moves to the next row. After the last row the session is closed, because other sessions may
   * need its memory.
   */
  private void advance(ResultSet rows) throws SQLException {
    hasRow = rows.next();
    if (!hasRow) {
      close();
    }
  }

  @Override
  public List<@Nullable Object> next() {
    if (!hasNext() || rows == null) {
      throw new NoSuchElementException();
    }
    try {
      @Nullable Object[] values = new Object[columns().size()];
      for (int at = 0; at < values.length; at++) {
        values[at] = value(rows.getObject(at + 1));
      }
      advance(rows);
      return Arrays.asList(values);
    } catch (SQLException e) {
      throw withReason(e);
    }
  }

  /**
   * A fault with its reason. If DuckDB gave none, the statement runs once more under EXPLAIN
   * ANALYZE, which does not stream and so reports the reason.
   */
  private UncheckedIOException withReason(SQLException fault) {
    SQLException reason = fault;
    if (!cancelled && String.valueOf(fault.getMessage()).contains(FAULT_WITHOUT_REASON)) {
      try {
        session.execute("EXPLAIN ANALYZE " + sql);
      } catch (SQLException e) {
        reason = e;
      }
    }
    return new UncheckedIOException(new IOException(message(reason), reason));
  }

  /** The message of a fault; for lack of memory or disk, also the settings that help. */
  static String message(SQLException fault) {
    String message = String.valueOf(fault.getMessage());
    return MEMORY_OR_SPILL.matcher(message).find()
        ? message.lines().findFirst().orElse("")
            + "; engine.spill-folder names a folder with more space, engine.memory-share more memory"
        : message;
  }

  private static @Nullable Object value(@Nullable Object value) throws SQLException {
    if (value instanceof BigInteger whole) {
      return whole.abs().compareTo(MAX_LONG) <= 0 ? (Object) whole.longValue() : whole;
    }
    if (value instanceof Blob blob) {
      return blob.getBytes(1, (int) blob.length());
    }
    if (value instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    if (value instanceof Map || value instanceof Array || value instanceof DuckDBStruct) {
      try {
        return JSON.writeValueAsString(nested(value));
      } catch (JsonProcessingException e) {
        throw new SQLException("a nested value cannot be written as JSON: " + e.getMessage(), e);
      }
    }
    return value;
  }

  /** A nested value as maps and lists. */
  private static @Nullable Object nested(@Nullable Object value) throws SQLException {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> entries = new TreeMap<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        entries.put(String.valueOf(entry.getKey()), nested(entry.getValue()));
      }
      return entries;
    }
    if (value instanceof Array array) {
      List<@Nullable Object> list = new ArrayList<>();
      for (Object item : (Object[]) array.getArray()) {
        list.add(nested(item));
      }
      return list;
    }
    if (value instanceof DuckDBStruct struct) {
      return nested(struct.getMap());
    }
    Object scalar = value(value);
    boolean isJsonValue = scalar == null || scalar instanceof Number || scalar instanceof Boolean;
    return isJsonValue || scalar instanceof byte[] ? scalar : String.valueOf(scalar);
  }

  /**
   * Runs the statement, and returns its rows as Arrow batches whose columns have DuckDB's own
   * types. After this call no row may be read through {@link Result}.
   *
   * @param allocator allocates the memory of the batches
   * @throws IOException with the reason when the statement fails
   */
  public ArrowReader arrow(BufferAllocator allocator) throws IOException {
    try {
      DuckDBResultSet result = (DuckDBResultSet) statement.executeQuery();
      return (ArrowReader) result.arrowExportStream(allocator, BATCH_ROWS);
    } catch (SQLException e) {
      throw withReason(e).getCause();
    }
  }

  /** Interrupts the statement that another thread runs. */
  public void cancel() {
    cancelled = true;
    session.cancel();
  }

  @Override
  public void close() {
    session.close();
  }
}
