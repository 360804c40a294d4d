package dev.varve.jobs.duck;

import dev.varve.jobs.engine.local.DuckSession;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/** Sessions on one database, one for each statement, so that several threads may ask at a time. */
final class Sessions implements AutoCloseable {
  private final DuckSession first;

  /** What to do about a fault that does not say why. */
  private final String advice;

  private final Set<DuckSession> atWork = new HashSet<>();
  private volatile boolean ended;

  Sessions(DuckSession first, String advice) {
    this.first = first;
    this.advice = advice;
  }

  /** What is done in a session. */
  interface Work {
    void in(DuckSession own) throws SQLException, IOException;
  }

  /**
   * Does work in a session of its own.
   *
   * @param what names it in faults
   */
  void beside(String what, Work work) throws IOException {
    try (DuckSession own = first.beside()) {
      begin(own);
      try {
        work.in(own);
      } finally {
        finish(own);
      }
    } catch (SQLException e) {
      // The message is for people, who are told that of the last cause.
      IOException fault = new IOException(what + ": " + said(e) + advice);
      fault.addSuppressed(e);
      throw fault;
    }
  }

  /** What DuckDB says, but for the place in a text that its user has not written. */
  private static String said(SQLException fault) {
    return String.valueOf(fault.getMessage()).replaceFirst("(?s)\\s*\nLINE \\d+: .*", "");
  }

  /** What takes the rows of a query. */
  interface Taker {
    void of(ResultSet rows) throws SQLException, IOException;
  }

  /** Runs a query in a session of its own. */
  void rows(String what, String sql, Taker taker) throws IOException {
    beside(
        what,
        own -> {
          try (ResultSet rows = own.query(sql)) {
            taker.of(rows);
          }
        });
  }

  private synchronized void begin(DuckSession own) throws IOException {
    goOn();
    atWork.add(own);
  }

  /**
   * Asked before each row of a result, as nothing else cuts the reading of rows short.
   *
   * @throws IOException after {@link #end}
   */
  void goOn() throws IOException {
    if (ended) {
      throw new IOException("cut short, as another step has failed");
    }
  }

  private synchronized void finish(DuckSession own) {
    atWork.remove(own);
  }

  /** Cuts all statements short, and lets none begin any more. */
  synchronized void end() {
    ended = true;
    atWork.forEach(DuckSession::cancel);
  }

  @Override
  public void close() {
    first.close();
  }
}
