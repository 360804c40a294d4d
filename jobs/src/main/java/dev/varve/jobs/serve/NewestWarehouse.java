package dev.varve.jobs.serve;

import dev.varve.jobs.answer.query.Statements;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Gives each statement the newest state of the warehouse. The warehouse is opened again after a
 * publication; running statements keep the state with which they began.
 */
public final class NewestWarehouse implements AutoCloseable {
  /** Opens the warehouse in its current state. */
  public interface Opener {
    Statements open() throws IOException;
  }

  private final int statementSeconds;
  private final Opener opener;
  private @Nullable Lease newest;

  /**
   * A warehouse that is not open yet.
   *
   * @param statementSeconds time limit of a statement
   */
  public NewestWarehouse(int statementSeconds, Opener opener) {
    this.statementSeconds = statementSeconds;
    this.opener = opener;
  }

  /** Opens the warehouse now, so that a fault in reading it shows before a client connects. */
  public void open() throws IOException {
    lease().close();
  }

  /** The newest state, for one statement; the caller closes the lease. */
  synchronized Lease lease() throws IOException {
    Lease lease = newest;
    if (lease == null || !lease.statements.isCurrent()) {
      Statements statements = opener.open();
      statements.limitSeconds(statementSeconds);
      close();
      lease = new Lease(statements);
      newest = lease;
    }
    return lease.addUser();
  }

  @Override
  public synchronized void close() {
    if (newest != null) {
      newest.close();
      newest = null;
    }
  }

  /**
   * State of the warehouse with a count of its users; the last one to close it closes the state.
   */
  static final class Lease implements AutoCloseable {
    private final Statements statements;
    private int users = 1;

    private Lease(Statements statements) {
      this.statements = statements;
    }

    private synchronized Lease addUser() {
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
