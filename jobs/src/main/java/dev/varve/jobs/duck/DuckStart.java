package dev.varve.jobs.duck;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.local.DuckSession;
import dev.varve.jobs.file.Locations;
import dev.varve.jobs.query.QueryEngine;
import dev.varve.jobs.query.QuerySettings;
import dev.varve.jobs.run.EngineChoice;
import dev.varve.jobs.run.Run;
import java.sql.SQLException;
import java.util.Optional;

/** Starts DuckDB for a run, where it can do the work. */
public final class DuckStart {
  private static final long FEW_ROWS_BYTES = 256 << 20;

  private static final String ADVICE =
      "; if it lacks memory or disk, see section query of the settings";

  private DuckStart() {}

  /**
   * For few rows, which are held in memory. Empty where Spark has to do all work, and where
   * DuckDB's library does not load: it is wanted in the midst of work, which Spark can finish.
   */
  public static Optional<DuckRun> ofFewRows(Run run) {
    try {
      return open(
          run, () -> DuckSession.holding(FEW_ROWS_BYTES, System.getProperty("java.io.tmpdir")), "");
    } catch (InvalidSettingsException e) {
      return Optional.empty();
    }
  }

  /**
   * For any number of rows, which are computed as they are read. What fails before the first row
   * does not say why.
   *
   * @throws InvalidSettingsException when the library does not load though DuckDB is asked for
   */
  static Optional<DuckRun> ofManyRows(Run run, QuerySettings settings) {
    return open(
        run, () -> DuckSession.streaming(settings.memoryBytes(), settings.spillFolder()), ADVICE);
  }

  /**
   * For the tables of a run's warehouse: DuckDB works in this process alone, and far off only on
   * few rows. Empty where Spark has to do all work.
   */
  public static Optional<DuckRun> of(Run run, QuerySettings settings) {
    if (!EngineChoice.isSubmitted() && Locations.isLocal(run.warehouse().location())) {
      return ofManyRows(run, settings);
    }
    return run.isFitForFewRows() ? ofFewRows(run) : Optional.empty();
  }

  /**
   * Before long work that needs it at its end.
   *
   * @throws InvalidSettingsException when the library does not load though DuckDB is asked for
   */
  public static void requireLibrary(QuerySettings settings) {
    if (settings.engine().equals(QuerySettings.DUCKDB)) {
      try {
        DuckSession.streaming(settings.memoryBytes(), settings.spillFolder()).close();
      } catch (SQLException | LinkageError e) {
        throw QueryEngine.doesNotLoad(e);
      }
    }
  }

  private interface Start {
    DuckSession session() throws SQLException;
  }

  private static Optional<DuckRun> open(Run run, Start start, String advice) {
    if (run.asked().equals(QuerySettings.SPARK)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new DuckRun(run, start.session(), advice));
    } catch (SQLException | LinkageError e) {
      if (run.asked().equals(QuerySettings.DUCKDB)) {
        throw QueryEngine.doesNotLoad(e);
      }
      return Optional.empty();
    }
  }
}
