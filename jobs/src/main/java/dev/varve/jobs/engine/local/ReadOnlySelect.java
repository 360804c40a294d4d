package dev.varve.jobs.engine.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.AllowedSql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks that a statement is one SELECT that only reads. DuckDB itself parses the statement and
 * lists its parts, without running it. Only parts that are known to read are accepted, because
 * parts of a SELECT may also write. A common table expression may insert or copy, and a table
 * function may run a statement given as text.
 */
final class ReadOnlySelect {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> READING_NODES =
      Set.of("SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE");

  /** A name that DuckDB reads as a file when no table has this name. */
  private static final Pattern FILE_NAME =
      Pattern.compile("(?i)/|[.](parquet|csv|tsv|json|jsonl|ndjson|db|duckdb)([.]\\w+)?$");

  private static final Pattern CATALOG = Pattern.compile("(?i)pg_|sqlite_|duckdb_");
  private static final Set<String> TABLE_FUNCTIONS =
      Set.of("unnest", "range", "generate_series", "json_each", "json_tree", "repeat");
  private static final Set<String> FILE_FUNCTIONS =
      Set.of(
          "read_parquet",
          "parquet_scan",
          "parquet_metadata",
          "parquet_schema",
          "read_csv",
          "read_csv_auto",
          "read_json",
          "read_json_auto",
          "read_ndjson",
          "read_text",
          "read_blob",
          "glob");

  /**
   * The word EXPLAIN before a statement; the statement after it is checked as if it stood alone.
   */
  private static final Pattern EXPLAIN =
      Pattern.compile("^\\s*EXPLAIN\\s+(?!ANALYZE)", Pattern.CASE_INSENSITIVE);

  private final AllowedSql allowed;
  private final List<String> faults = new ArrayList<>();
  private boolean listsTables;

  private ReadOnlySelect(AllowedSql allowed) {
    this.allowed = allowed;
  }

  /**
   * Checks a statement.
   *
   * @return whether the statement lists tables and views, as {@code SHOW TABLES} does
   * @throws InvalidSettingsException when the text is not one SELECT, or the SELECT may do more
   *     than read
   */
  static boolean check(DuckSession session, String sql, AllowedSql allowed) throws SQLException {
    String statement = EXPLAIN.matcher(sql).replaceFirst("");
    JsonNode parsed = parsed(session, statement);
    if (isOther(parsed)) {
      parsed = parsed(session, PivotValues.listed(statement));
    }
    ReadOnlySelect select = new ReadOnlySelect(allowed);
    if (parsed.path("error").asBoolean(true)) {
      String message = parsed.path("error_message").asText();
      select.faults.add(
          isOther(parsed) ? "sql only reads: one SELECT, SHOW, DESCRIBE or EXPLAIN" : message);
    } else if (parsed.path("statements").size() != 1) {
      select.faults.add("write one statement, not " + parsed.path("statements").size());
    } else {
      select.walk(parsed.path("statements"));
    }
    if (!select.faults.isEmpty()) {
      throw new InvalidSettingsException(select.faults);
    }
    return select.listsTables;
  }

  /** Whether DuckDB parsed a statement other than SELECT, which it does not serialize. */
  private static boolean isOther(JsonNode parsed) {
    return parsed.path("error_type").asText().equals("not implemented");
  }

  private static JsonNode parsed(DuckSession session, String sql) throws SQLException {
    try {
      return JSON.readTree(session.text("SELECT CAST(json_serialize_sql(?) AS VARCHAR)", sql));
    } catch (JsonProcessingException e) {
      throw new InvalidSettingsException(List.of("the statement is nested too deeply"));
    }
  }

  private void walk(JsonNode part) {
    String type = part.path("type").asText();
    if (type.endsWith("_NODE") && !READING_NODES.contains(type)) {
      faults.add("sql only reads: " + type.split("_")[0] + " is refused");
    }
    if (type.equals("TABLE_FUNCTION")) {
      checkFunction(part.path("function").path("function_name").asText().toLowerCase(Locale.ROOT));
    }
    String table = part.path("table_name").asText();
    if (type.equals("BASE_TABLE") && FILE_NAME.matcher(table).find() && !allowed.files()) {
      faults.add(table + " is a file: --set sql.files=true allows to read it");
    }
    boolean isShowTables = type.equals("SHOW_REF") && part.path("query").isNull();
    boolean isCatalog = type.equals("BASE_TABLE") && isOfDuckDb(part);
    listsTables |= isShowTables || isCatalog;
    part.forEach(this::walk);
  }

  /** Whether a table belongs to DuckDB's catalog, which lists the tables and views. */
  private static boolean isOfDuckDb(JsonNode table) {
    return !table.path("schema_name").asText().isEmpty()
        || CATALOG.matcher(table.path("table_name").asText()).lookingAt();
  }

  private void checkFunction(String name) {
    boolean readsFiles = FILE_FUNCTIONS.contains(name);
    if (readsFiles && !allowed.files()) {
      faults.add(name + " reads files: --set sql.files=true allows it");
    } else if (!readsFiles && !TABLE_FUNCTIONS.contains(name)) {
      faults.add("sql only reads the warehouse: the table function " + name + " is refused");
    }
  }
}
