package dev.varve.jobs.engine.run;

import dev.varve.jobs.engine.local.DuckText;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.table.SparkRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructField;

/** The other engine: reads the same files and runs the same SQL. */
public final class DuckDb implements AutoCloseable {
  private final Connection connection;

  public DuckDb() throws SQLException {
    connection = DriverManager.getConnection("jdbc:duckdb:");
    execute(DuckText.MACROS);
  }

  public void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Makes a view over the plain files of a table, as SPEC says they can be read. */
  public void view(String table, Path warehouse) throws SQLException {
    execute(
        "CREATE OR REPLACE VIEW "
            + table
            + " AS SELECT * FROM read_parquet('"
            + warehouse.resolve(table)
            + "/**/*.parquet')");
  }

  /**
   * The rows of a table as plain folders have them, sorted: each value and a bar, digests in
   * hexadecimal digits.
   */
  public static List<String> rows(Path warehouse, String table, String... without)
      throws SQLException {
    DuckDb duck = Shared.DUCK;
    try (Stream<Path> files =
        Files.exists(warehouse.resolve(table))
            ? Files.list(warehouse.resolve(table))
            : Stream.empty()) {
      if (files.noneMatch(file -> file.toString().endsWith(".parquet"))) {
        return List.of();
      }
      duck.view(table, warehouse);
      List<String> cells = new ArrayList<>();
      for (StructField field : SparkRows.schema(table).fields()) {
        if (!List.of(without).contains(field.name())) {
          boolean binary = field.dataType().sql().equals("BINARY");
          String text = (binary ? "lower(hex(\"%s\"))" : "CAST(\"%s\" AS VARCHAR)");
          cells.add("coalesce(" + text.formatted(field.name()) + ", 'null') || '|'");
        }
      }
      List<String> rows = new ArrayList<>();
      try (Statement statement = duck.connection.createStatement();
          ResultSet found =
              statement.executeQuery(
                  "SELECT " + String.join(" || ", cells) + " FROM " + table + " ORDER BY 1")) {
        while (found.next()) {
          rows.add(found.getString(1));
        }
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One for the tables of all tests: starting DuckDB takes longer than reading one. */
  private static final class Shared {
    static final DuckDb DUCK = started();

    private static DuckDb started() {
      try {
        return new DuckDb();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Makes views of the published figures, which reports name. */
  public void published() throws SQLException {
    for (Map.Entry<String, String> file : SqlFiles.folder("published").entrySet()) {
      execute("CREATE OR REPLACE VIEW " + file.getKey() + " AS " + file.getValue());
    }
  }

  /** Makes a table without rows, with the columns that the schema declares. */
  public void empty(String table) throws SQLException {
    List<String> columns = new ArrayList<>();
    for (StructField field : SparkRows.schema(table).fields()) {
      String type =
          switch (field.dataType().sql()) {
            case "STRING" -> "VARCHAR";
            case "BINARY" -> "BLOB";
            case "ARRAY<INT>" -> "INTEGER[]";
            case "ARRAY<BOOLEAN>" -> "BOOLEAN[]";
            default -> field.dataType().sql();
          };
      columns.add('"' + field.name() + "\" " + type);
    }
    execute("CREATE OR REPLACE TABLE " + table + " (" + String.join(", ", columns) + ")");
  }

  /** Rows as CSV lines in the form of golden files, the names of the columns first. */
  public List<String> csv(String sql) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      List<String> cells = new ArrayList<>();
      for (int column = 1; column <= columns; column++) {
        cells.add(rows.getMetaData().getColumnLabel(column));
      }
      lines.add(String.join(",", cells));
      while (rows.next()) {
        cells.clear();
        for (int column = 1; column <= columns; column++) {
          cells.add(text(rows.getObject(column)));
        }
        lines.add(String.join(",", cells));
      }
    }
    return lines;
  }

  private static String text(Object value) throws SQLException {
    if (value == null) {
      return "";
    }
    if (value instanceof Double number) {
      return number.isNaN() || number.isInfinite()
          ? String.valueOf(number)
          : new BigDecimal(String.valueOf(number)).toPlainString();
    }
    if (value instanceof Blob blob) {
      return HexFormat.of().formatHex(blob.getBytes(1, (int) blob.length()));
    }
    String text = String.valueOf(value);
    return text.contains(",") || text.contains("\"")
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
