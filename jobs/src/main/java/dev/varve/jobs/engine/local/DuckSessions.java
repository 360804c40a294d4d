package dev.varve.jobs.engine.local;

import java.io.IOException;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/**
 * Sessions on one database, one for each statement, so that several threads may run statements in
 * parallel.
 */
final class DuckSessions implements AutoCloseable {
  /**
   * Advice for the error message of a streamed result that fails before its first row, because
   * DuckDB gives no reason then.
   */
  private static final String ADVICE =
      "; if it lacks memory or disk, see section engine of the settings";

  private final DuckSession first;
  private final Set<DuckSession> busy = new HashSet<>();
  private volatile boolean cancelled;

  DuckSessions(DuckSession first) {
    this.first = first;
  }

  /** Work that uses a session. */
  interface Work {
    void run(DuckSession session) throws SQLException, IOException;
  }

  /**
   * Runs work in a new session, and closes the session afterwards.
   *
   * @param subject names the work in error messages
   */
  void use(String subject, Work work) throws IOException {
    try (DuckSession session = first.openAnother()) {
      begin(session);
      try {
        work.run(session);
      } finally {
        finish(session);
      }
    } catch (SQLException e) {
      // Users see only the message of the last cause, so it carries the subject and the advice.
      IOException fault = new IOException(subject + ": " + message(e) + ADVICE);
      fault.addSuppressed(e);
      throw fault;
    }
  }

  /** A new session, which the caller closes. */
  DuckSession open() throws SQLException, IOException {
    requireActive();
    return first.openAnother();
  }

  /**
   * DuckDB's message without the position in the SQL text, because the user did not write that
   * text.
   */
  private static String message(SQLException fault) {
    return String.valueOf(fault.getMessage()).replaceFirst("(?s)\\s*\nLINE \\d+: .*", "");
  }

  private synchronized void begin(DuckSession session) throws IOException {
    requireActive();
    busy.add(session);
  }

  /**
   * Fails after {@link #cancel}. It is called before each row of a result, because DuckDB cannot
   * interrupt the reading of rows.
   *
   * @throws IOException after {@link #cancel}
   */
  void requireActive() throws IOException {
    if (cancelled) {
      throw new IOException("cut short, as another step has failed");
    }
  }

  private synchronized void finish(DuckSession session) {
    busy.remove(session);
  }

  /** Interrupts all statements, and refuses new ones. */
  synchronized void cancel() {
    cancelled = true;
    busy.forEach(DuckSession::cancel);
  }

  @Override
  public void close() {
    first.close();
  }
}
