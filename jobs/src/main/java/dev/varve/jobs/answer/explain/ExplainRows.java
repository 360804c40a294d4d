package dev.varve.jobs.answer.explain;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.engine.Result;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the queries of {@code schemas/explain} on a warehouse. Each row is returned as {@link
 * Facts}, named like its columns.
 */
record ExplainRows(Queries queries) {
  /** All rows of a query, kept in memory: only for queries with few rows. */
  List<Facts> all(String query, Map<String, String> parameters) throws IOException {
    List<Facts> all = new ArrayList<>();
    each(query, parameters, all::add);
    return all;
  }

  /** All rows of a query whose only parameter is a digest. */
  List<Facts> withDigest(String query, String digest) throws IOException {
    return all(query, Map.of("digest", digest));
  }

  /** The first row of a query; facts without values if it has no rows. */
  Facts first(String query, Map<String, String> parameters) throws IOException {
    List<Facts> all = all(query, parameters);
    return all.isEmpty() ? new Facts() : all.get(0);
  }

  /** Passes the rows of a query to a consumer one by one, without keeping them. */
  void each(String query, Map<String, String> parameters, Consumer<Facts> consumer)
      throws IOException {
    try (Result rows = queries.stream(SqlFiles.text("explain", query), parameters)) {
      while (rows.hasNext()) {
        List<@Nullable Object> row = rows.next();
        Facts facts = new Facts();
        for (int at = 0; at < row.size(); at++) {
          facts.put(rows.columns().get(at).name(), value(row.get(at)));
        }
        consumer.accept(facts);
      }
    }
  }

  private static @Nullable Object value(@Nullable Object cell) {
    boolean isJsonValue = cell == null || cell instanceof Number || cell instanceof Boolean;
    return isJsonValue ? cell : PrintedText.exact(cell);
  }

  /** Whether derive has computed a table since the last ingest. */
  boolean isDerived(String table) throws IOException {
    return !queries.stale().containsKey(table);
  }
}
