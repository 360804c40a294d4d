package dev.varve.jobs.engine.local;

import dev.varve.jobs.warehouse.row.Binder;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Appends the records that one fold emits to the tables of its outputs. */
final class FoldTables implements Consumer<Record> {
  private final Map<Class<?>, Rows> tables = new HashMap<>();

  /**
   * The table of an output.
   *
   * @param table its name in DuckDB
   */
  record Target(String table, Binder<?> binder) {}

  private record Rows(Binder<?> binder, RowAppender appender) {}

  private FoldTables() {}

  /** Work that uses the open tables. */
  interface Work {
    void use(FoldTables tables) throws IOException;
  }

  /** Opens the tables in the session, runs the work, and closes the tables. */
  static void use(DuckSession session, List<Target> targets, Work work)
      throws SQLException, IOException {
    FoldTables tables = new FoldTables();
    List<RowAppender> open = new ArrayList<>();
    @Nullable SQLException fault = null;
    try {
      for (Target target : targets) {
        RowAppender appender = new RowAppender(session, target.table(), target.binder().columns());
        open.add(appender);
        tables.tables.put(target.binder().type(), new Rows(target.binder(), appender));
      }
      work.use(tables);
    } catch (AppendException e) {
      fault = e.fault;
    } finally {
      for (RowAppender appender : open) {
        try {
          appender.close();
        } catch (SQLException e) {
          fault = fault == null ? e : fault;
        }
      }
    }
    if (fault != null) {
      throw fault;
    }
  }

  @Override
  public void accept(Record record) {
    Rows rows = tables.get(record.getClass());
    if (rows == null) {
      throw new IllegalArgumentException("the fold has no output for " + record.getClass());
    }
    try {
      rows.appender().add(rows.binder().rowOf(record));
    } catch (SQLException e) {
      throw new AppendException(e);
    }
  }

  /**
   * Carries a checked fault of an appender through a fold, which can throw no checked exceptions.
   */
  private static final class AppendException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final SQLException fault;

    AppendException(SQLException fault) {
      super(fault);
      this.fault = fault;
    }
  }
}
