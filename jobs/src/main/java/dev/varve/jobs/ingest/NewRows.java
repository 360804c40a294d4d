package dev.varve.jobs.ingest;

import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.table.Publication;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Stages the new rows of tables. View {@code new_TABLE} has the rows that an ingest read. The query
 * of {@code schemas/ingest} with the table's name selects those that the published table lacks.
 */
public record NewRows(Run run) {
  private static final String FOLDER = "ingest";
  private static final String REJECTIONS = "rejected_blob";

  /**
   * Makes views of the records that tasks wrote, {@code new_NAME}.
   *
   * @param types the class of records of each name
   * @param written the files of each task, by name
   */
  public void makeViews(
      Map<String, Class<? extends Record>> types, Collection<Map<String, String>> written)
      throws IOException {
    for (Map.Entry<String, Class<? extends Record>> type : types.entrySet()) {
      List<String> files =
          written.stream().map(task -> task.get(type.getKey())).filter(Objects::nonNull).toList();
      makeView(type.getKey(), type.getValue(), files);
    }
  }

  /** Makes a view of files of records, {@code new_NAME}. */
  public void makeView(String name, Class<? extends Record> type, List<String> files)
      throws IOException {
    run.engine().files("new_" + name, Binder.of(type).columns(), files);
  }

  /** A query of {@code schemas/ingest}; {@code :started} is the start of the run. */
  public Query query(String name) {
    Query query = Query.of(FOLDER, name);
    return query.sql().contains(":started") ? query.with("started", run.startedAt()) : query;
  }

  /** Stages the new rows of a table, sorted by these columns. */
  public void add(Publication publication, String table, String... order) throws IOException {
    run.registerTables(List.of(table));
    publication.add(
        table, run.engine().write(table, query(table), List.of(order), publication.files()));
  }

  /** Stages the rejections of view {@code new_rejected_blob}, and counts them in the run. */
  public void addRejections(Publication publication) throws IOException {
    long rejections = run.engine().count(query("rejection"));
    List<RunSummary.Rejection> first =
        rejections == 0
            ? List.of()
            : run.engine().all(query("first_rejections"), RunSummary.Rejection.class);
    run.reject(rejections, first);
    if (rejections > 0) {
      add(publication, REJECTIONS, "source", "digest");
    }
  }
}
