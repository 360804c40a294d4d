package dev.varve.jobs.engine.local;

import java.io.IOException;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/** Sessions on one database, one for each statement, so that several threads may ask at a time. */
final class DuckSessions implements AutoCloseable {
  /** A streamed result fails without a reason before its first row. */
  private static final String ADVICE =
      "; if it lacks memory or disk, see section engine of the settings";

  private final DuckSession first;
  private final Set<DuckSession> busy = new HashSet<>();
  private volatile boolean ended;

  DuckSessions(DuckSession first) {
    this.first = first;
  }

  /** The work in a session. */
  interface Work {
    void in(DuckSession session) throws SQLException, IOException;
  }

  /**
   * Does work in a session of its own.
   *
   * @param subject names it in faults
   */
  void use(String subject, Work work) throws IOException {
    try (DuckSession own = first.alongside()) {
      begin(own);
      try {
        work.in(own);
      } finally {
        finish(own);
      }
    } catch (SQLException e) {
      // People are shown the message of the last cause.
      IOException fault = new IOException(subject + ": " + message(e) + ADVICE);
      fault.addSuppressed(e);
      throw fault;
    }
  }

  /** A session that its reader closes. */
  DuckSession open() throws SQLException, IOException {
    check();
    return first.alongside();
  }

  /** DuckDB's message, but for the place in a text that its user has not written. */
  private static String message(SQLException fault) {
    return String.valueOf(fault.getMessage()).replaceFirst("(?s)\\s*\nLINE \\d+: .*", "");
  }

  private synchronized void begin(DuckSession own) throws IOException {
    check();
    busy.add(own);
  }

  /**
   * Called before each row of a result, as nothing else ends the reading of rows.
   *
   * @throws IOException after {@link #cancel}
   */
  void check() throws IOException {
    if (ended) {
      throw new IOException("cut short, as another step has failed");
    }
  }

  private synchronized void finish(DuckSession own) {
    busy.remove(own);
  }

  /** Ends all statements, and begins no other. */
  synchronized void cancel() {
    ended = true;
    busy.forEach(DuckSession::cancel);
  }

  @Override
  public void close() {
    first.close();
  }
}
