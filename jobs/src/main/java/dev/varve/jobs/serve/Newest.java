package dev.varve.jobs.serve;

import dev.varve.jobs.answer.query.Statements;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The warehouse as it stands at each statement. It is opened again when something was published;
 * statements that run go on over what they began with.
 */
public final class Newest implements AutoCloseable {
  /** Opens the warehouse as it stands. */
  public interface Opener {
    Statements open() throws IOException;
  }

  private final int seconds;
  private final Opener opener;
  private @Nullable Lease newest;

  /**
   * A warehouse to be opened.
   *
   * @param seconds how long a statement may run
   */
  public Newest(int seconds, Opener opener) {
    this.seconds = seconds;
    this.opener = opener;
  }

  /** Opens the warehouse now, so that one that cannot be read is found before it is served. */
  public void open() throws IOException {
    lease().close();
  }

  /** The warehouse for one statement, which closes it. */
  synchronized Lease lease() throws IOException {
    Lease lease = newest;
    if (lease == null || !lease.statements.isCurrent()) {
      Statements statements = opener.open();
      statements.limitSeconds(seconds);
      close();
      lease = new Lease(statements);
      newest = lease;
    }
    return lease.taken();
  }

  @Override
  public synchronized void close() {
    if (newest != null) {
      newest.close();
      newest = null;
    }
  }

  /** A state of the warehouse, open until nobody uses it. */
  static final class Lease implements AutoCloseable {
    private final Statements statements;
    private int users = 1;

    private Lease(Statements statements) {
      this.statements = statements;
    }

    private synchronized Lease taken() {
      users++;
      return this;
    }

    Statements statements() {
      return statements;
    }

    @Override
    public synchronized void close() {
      users--;
      if (users == 0) {
        statements.close();
      }
    }
  }
}
