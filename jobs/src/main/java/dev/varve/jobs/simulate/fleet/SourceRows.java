package dev.varve.jobs.simulate.fleet;

import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Rows of result tables of which a run replaces one source. */
public final class SourceRows {
  private SourceRows() {}

  /** Stages the rows of one source, and keeps the table's rows of other sources. */
  public static <T extends Record> void add(
      Run run, String table, Class<T> type, String source, List<T> rows, String... order)
      throws IOException {
    run.registerViews(List.of(table));
    Query others =
        Query.of("SELECT * FROM %s WHERE source <> :source".formatted(table))
            .with("source", source);
    List<T> all = new ArrayList<>(run.engine().all(others, type));
    all.addAll(rows);
    run.add(table, type, all, order);
  }
}
