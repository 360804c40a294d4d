package dev.varve.jobs.query;

import dev.varve.jobs.engine.local.DuckSession;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session for each of the results that are read side by side; idle once it is read to its end.
 */
final class DuckStreams implements AutoCloseable {
  private final DuckTables tables;
  private final QuerySettings settings;
  private final List<DuckSession> all = new ArrayList<>();
  private final Deque<DuckSession> idle = new ArrayDeque<>();

  DuckStreams(DuckTables tables, QuerySettings settings) {
    this.tables = tables;
    this.settings = settings;
  }

  /** The rows of a query with parameters, {@code :NAME} each, as they are computed. */
  Iterator<List<@Nullable Object>> rows(String sql, Map<String, String> parameters)
      throws IOException {
    try {
      if (idle.isEmpty()) {
        idle.push(DuckSession.streaming(settings.memoryBytes(), settings.spillFolder()));
        all.add(idle.peek());
      }
      DuckSession session = idle.pop();
      tables.prepare(sql, session);
      PreparedStatement statement =
          session.planned(DuckSession.PARAMETER.matcher(sql).replaceAll("?"));
      List<String> names =
          DuckSession.PARAMETER
              .matcher(sql)
              .results()
              .map(found -> found.group().substring(1))
              .toList();
      for (int at = 0; at < names.size(); at++) {
        statement.setString(at + 1, parameters.get(names.get(at)));
      }
      return DuckAnswers.rows(statement.executeQuery(), () -> idle.push(session));
    } catch (SQLException e) {
      throw new IOException(DuckAnswers.told(e), e);
    }
  }

  /** Ends all results, also those that were not read to their end. */
  void end() throws IOException {
    try {
      for (DuckSession session : all) {
        session.closeOpen();
      }
    } catch (SQLException e) {
      throw new IOException(DuckAnswers.told(e), e);
    }
    idle.clear();
    idle.addAll(all);
  }

  @Override
  public void close() {
    all.forEach(DuckSession::close);
  }
}
