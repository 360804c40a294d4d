package dev.varve.jobs.warehouse.row;

import java.io.Serializable;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of a column, and the Java class of its values in a row.
 *
 * <p>A list is an {@code int[]}, {@code long[]} or {@code boolean[]} where its elements are of such
 * a type, else a {@link java.util.List}; a map is a {@link java.util.Map}.
 */
public sealed interface ColumnType extends Serializable {
  /** Its name in SQL, such as {@code BIGINT} or {@code MAP<STRING, BIGINT>}. */
  String sql();

  /** A type of single values. */
  enum Scalar implements ColumnType {
    BOOLEAN,
    INT,
    BIGINT,
    DOUBLE,
    STRING,
    BINARY,
    /** A moment in UTC; values are microseconds since 1970, as {@link Long}. */
    TIMESTAMP;

    @Override
    public String sql() {
      return name();
    }
  }

  /** A list of values of one type, none of them null. */
  record ListOf(Scalar element) implements ColumnType {
    @Override
    public String sql() {
      return "ARRAY<" + element.sql() + ">";
    }
  }

  /** A map without null keys or values. */
  record MapOf(Scalar key, Scalar value) implements ColumnType {
    @Override
    public String sql() {
      return "MAP<" + key.sql() + ", " + value.sql() + ">";
    }
  }

  /**
   * Reads a type as a table declares it.
   *
   * @throws IllegalArgumentException when the text is not a supported type
   */
  static ColumnType parse(String sql) {
    Matcher parts =
        Pattern.compile("(ARRAY|MAP)<(\\w+)(?:,\\s*(\\w+))?>")
            .matcher(sql.toUpperCase(Locale.ROOT));
    if (!parts.matches()) {
      return Scalar.valueOf(sql.toUpperCase(Locale.ROOT));
    }
    Scalar first = Scalar.valueOf(parts.group(2));
    return parts.group(1).equals("ARRAY")
        ? new ListOf(first)
        : new MapOf(first, Scalar.valueOf(parts.group(3)));
  }
}
