package dev.varve.jobs.engine.local;

import dev.varve.jobs.warehouse.row.Columns;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** SQL in DuckDB's dialect that shows the tables and views of a warehouse. */
public final class DuckText {
  /**
   * Macros that name DuckDB's functions as in Spark, so that both engines run the same SQL. Macro
   * {@code whole} casts a sum from DuckDB's HUGEINT to BIGINT, the type of sums in Spark.
   */
  public static final String MACROS =
      """
      CREATE OR REPLACE MACRO whole(x HUGEINT) AS CAST(x AS BIGINT), (x BIGINT) AS x, (x INTEGER) AS x, (x) AS x;
      CREATE OR REPLACE MACRO unix_micros(moment) AS epoch_us(moment);
      CREATE OR REPLACE MACRO explode(list) AS unnest(list);
      CREATE OR REPLACE MACRO arrays_overlap(one, other) AS list_has_any(one, other);
      CREATE OR REPLACE MACRO sha2(text, bits) AS sha256(text)""";

  /** Statement by which times are printed, and split into dates and hours, in UTC. */
  public static final String TIME_ZONE = "SET TimeZone = 'UTC'";

  private static final Map<String, String> TYPES =
      Map.of(
          "STRING", "VARCHAR",
          "BINARY", "BLOB",
          "TIMESTAMP", "TIMESTAMP WITH TIME ZONE",
          "ARRAY<INT>", "INTEGER[]",
          "ARRAY<BIGINT>", "BIGINT[]",
          "ARRAY<BOOLEAN>", "BOOLEAN[]",
          "MAP<STRING, STRING>", "MAP(VARCHAR, VARCHAR)",
          "MAP<STRING, BIGINT>", "MAP(VARCHAR, BIGINT)");

  private DuckText() {}

  /**
   * The views over tables and the views of printed figures, name to query. Each view follows the
   * views that it reads.
   */
  public static Map<String, String> views() {
    Map<String, String> texts = SqlFiles.folder("views");
    Map<String, String> views = new LinkedHashMap<>();
    Tables.views().forEach(name -> views.put(name, Objects.requireNonNull(texts.get(name))));
    views.putAll(SqlFiles.folder("duckdb"));
    views.putAll(SqlFiles.folder("published"));
    return views;
  }

  /** A query without rows that has the columns of a table, with their types. */
  public static String emptyRows(String table) {
    return emptyRows(Tables.columns(table));
  }

  /** A query without rows with these columns and their types. */
  public static String emptyRows(Columns columns) {
    return columns.all().stream()
        .map(
            column ->
                "CAST(NULL AS %s) AS %s".formatted(type(column.type().sql()), name(column.name())))
        .collect(Collectors.joining(", ", "SELECT ", " WHERE false"));
  }

  /**
   * The rows of a table in files. Columns that files of earlier versions of Varve lack are null.
   * Folders named {@code key=value} in a path add no columns.
   *
   * @param files paths or patterns of paths; at least one
   */
  public static String rows(String table, Collection<String> files) {
    return rows(Tables.columns(table), files);
  }

  /** The rows of files that have some of these columns. */
  public static String rows(Columns columns, Collection<String> files) {
    return "SELECT %s FROM (%s UNION ALL BY NAME SELECT * FROM read_parquet([%s],%s))"
        .formatted(
            columns.names().stream().map(DuckText::name).collect(Collectors.joining(", ")),
            emptyRows(columns),
            files.stream().map(DuckText::quoted).collect(Collectors.joining(", ")),
            " union_by_name = true, hive_partitioning = false");
  }

  /**
   * A query whose HUGEINT columns are cast to BIGINT, their type in Spark, because other programs
   * read HUGEINT as a decimal or a double. A value beyond 64 bits fails.
   */
  public static String withBigintSums(String sql) {
    return "SELECT whole(COLUMNS(*)) FROM (\n" + sql.strip() + "\n)";
  }

  /** DuckDB's name for a column type that a table declares. */
  public static String type(String declared) {
    return TYPES.getOrDefault(declared, declared);
  }

  /** A path with its wildcards escaped, so that the pattern matches this file or folder alone. */
  public static String pattern(String path) {
    return path.replaceAll("[*?\\[]", "[$0]");
  }

  /** A name as a quoted SQL identifier. */
  public static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A text as a SQL string literal. */
  public static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** Paths as a comma-separated list of SQL string literals. */
  public static String quoted(Collection<Path> files) {
    return files.stream()
        .map(Path::toString)
        .map(DuckText::quoted)
        .collect(Collectors.joining(", "));
  }
}
