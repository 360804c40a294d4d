package dev.varve.jobs.engine;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.util.HashMap;
import java.util.Map;

/**
 * A query in the SQL that both engines understand, with values for its named parameters.
 *
 * @param folder of the SQL file in module schemas; empty for SQL that does not come from a file
 * @param name of the SQL file; for other SQL, its name in error messages
 * @param sql the text; {@code :NAME} is a parameter
 * @param parameters values by parameter name: numbers, texts and instants
 */
public record Query(String folder, String name, String sql, Map<String, Object> parameters) {
  /** Copies the map. */
  public Query {
    parameters = Map.copyOf(parameters);
  }

  /** A query from a SQL file of module schemas. */
  public static Query of(String folder, String name) {
    return new Query(folder, name, SqlFiles.text(folder, name), Map.of());
  }

  /** A query from SQL that is given as text. */
  public static Query of(String sql) {
    return new Query("", "query", sql, Map.of());
  }

  /** This query with one more parameter. */
  public Query with(String parameter, Object value) {
    Map<String, Object> more = new HashMap<>(parameters);
    more.put(parameter, value);
    return new Query(folder, name, sql, more);
  }
}
