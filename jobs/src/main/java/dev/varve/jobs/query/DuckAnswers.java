package dev.varve.jobs.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.jobs.report.Answer;
import dev.varve.jobs.report.Figure;
import dev.varve.jobs.report.Header;
import dev.varve.jobs.run.Staleness;
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
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.duckdb.DuckDBStruct;
import org.jspecify.annotations.Nullable;

/** Turns rows of JDBC into the values that every engine returns. */
final class DuckAnswers {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of faults that the memory and the folder for the rest have part in. */
  private static final Pattern SPILL = Pattern.compile("Out of Memory Error|varve-spill");

  private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE);

  private DuckAnswers() {}

  /** The answer of a planned query, whose columns are known. */
  static Answer answer(
      String name, Header header, PreparedStatement planned, Iterable<List<@Nullable Object>> rows)
      throws SQLException {
    return new Answer(name, header.prose(), columns(header, planned.getMetaData()), rows);
  }

  private static List<Answer.Column> columns(Header header, ResultSetMetaData data)
      throws SQLException {
    List<Answer.Column> columns = new ArrayList<>();
    for (int at = 1; at <= data.getColumnCount(); at++) {
      columns.add(header.column(data.getColumnLabel(at), plain(data, at)));
    }
    return columns;
  }

  private static Figure plain(ResultSetMetaData data, int at) throws SQLException {
    return switch (data.getColumnType(at)) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> Figure.COUNT;
      case Types.REAL, Types.FLOAT, Types.DOUBLE, Types.NUMERIC, Types.DECIMAL -> Figure.NUMBER;
      default -> data.getColumnTypeName(at).endsWith("HUGEINT") ? Figure.COUNT : Figure.TEXT;
    };
  }

  /** Runs what was planned; that, and reading the rows, fails with {@link UncheckedIOException}. */
  static Iterator<List<@Nullable Object>> rows(PreparedStatement planned) {
    try {
      return rows(planned.executeQuery(), () -> {});
    } catch (SQLException e) {
      throw unchecked(e);
    }
  }

  static UncheckedIOException unchecked(SQLException fault) {
    return new UncheckedIOException(new IOException(told(fault), fault));
  }

  /**
   * What a fault says; of one of memory, or of the place for the rest, which settings are about it
   * and not DuckDB's own advice.
   */
  static String told(SQLException fault) {
    String said = String.valueOf(fault.getMessage());
    return SPILL.matcher(said).find()
        ? said.lines().findFirst().orElse("")
            + "; query.spill-folder names a folder with more room, query.memory-share more memory"
        : said;
  }

  /**
   * The rows of a result.
   *
   * @param atEnd runs once they have been read
   */
  static Iterator<List<@Nullable Object>> rows(ResultSet rows, Runnable atEnd) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    return new Iterator<>() {
      private boolean next = step();

      private boolean step() throws SQLException {
        boolean more = rows.next();
        if (!more) {
          atEnd.run();
        }
        return more;
      }

      @Override
      public boolean hasNext() {
        return next;
      }

      @Override
      public List<@Nullable Object> next() {
        if (!next) {
          throw new NoSuchElementException();
        }
        try {
          List<@Nullable Object> row = row(rows, columns);
          next = step();
          return row;
        } catch (SQLException e) {
          throw unchecked(e);
        }
      }
    };
  }

  /** Rows of run_id, verb, counts and source. */
  static List<Staleness.PastRun> pastRuns(ResultSet rows) throws SQLException {
    List<Staleness.PastRun> runs = new ArrayList<>();
    while (rows.next()) {
      Map<String, Long> counts = new TreeMap<>();
      ((Map<?, ?>) rows.getObject(3))
          .forEach((name, count) -> counts.put(String.valueOf(name), ((Number) count).longValue()));
      runs.add(
          new Staleness.PastRun(rows.getString(1), rows.getString(2), counts, rows.getString(4)));
    }
    return runs;
  }

  /** The values of the row that the rows stand at. */
  static List<@Nullable Object> row(ResultSet rows, int columns) throws SQLException {
    @Nullable Object[] values = new Object[columns];
    for (int at = 0; at < columns; at++) {
      values[at] = value(rows.getObject(at + 1));
    }
    return Arrays.asList(values);
  }

  private static @Nullable Object value(@Nullable Object value) throws SQLException {
    if (value instanceof BigInteger whole) {
      return whole.abs().compareTo(LONGEST) <= 0 ? (Object) whole.longValue() : whole;
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
      return list((Object[]) array.getArray());
    }
    if (value instanceof DuckDBStruct struct) {
      return nested(struct.getMap());
    }
    Object plain = value(value);
    boolean asItIs = plain == null || plain instanceof Number || plain instanceof Boolean;
    return asItIs || plain instanceof byte[] ? plain : String.valueOf(plain);
  }

  private static List<@Nullable Object> list(@Nullable Object[] values) throws SQLException {
    List<@Nullable Object> list = new ArrayList<>();
    for (Object value : values) {
      list.add(nested(value));
    }
    return list;
  }
}
