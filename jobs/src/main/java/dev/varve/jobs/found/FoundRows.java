package dev.varve.jobs.found;

import dev.varve.jobs.parquet.StagedStream;
import dev.varve.jobs.query.QueryEngine;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.table.Publication;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns what an ingest found into new rows of a table: by the SELECT named after the table in
 * {@code schemas/ingest}, over the view {@code found_TABLE} and the published table. Few rows are
 * selected by DuckDB and written by the driver, within milliseconds; many by Spark. Both run the
 * same texts, and the rows are the same.
 */
public abstract class FoundRows implements AutoCloseable {
  private static final String INGEST = "ingest";
  private static final String REJECTIONS = "rejected_blob";

  /**
   * DuckDB sorts 2,048 rows as one vector, which it cannot spill: with texts of 64 KiB a few of
   * these fill all the memory that it has for few rows.
   */
  private static final int LONG_TEXT_BYTES = 8 << 10;

  private final Run run;

  FoundRows(Run run) {
    this.run = run;
  }

  /**
   * The views and queries of a stream; the run is fitted to them.
   *
   * @param tables that it is compared with
   * @param files that the new rows of its largest table are spread over
   */
  public static FoundRows open(Run run, StagedStream stream, List<String> tables, int files)
      throws IOException {
    run.fit(stream.bytes() + run.warehouse().bytes(tables));
    boolean fits = files == 1 && stream.longestText() <= LONG_TEXT_BYTES;
    Optional<DuckFound> few = fits ? DuckFound.open(run) : Optional.empty();
    return few.isPresent() ? few.get() : bySpark(run);
  }

  /** The same by Spark, for queries that only it understands. */
  public static FoundRows bySpark(Run run) {
    return new SparkFound(run);
  }

  /** Loads DuckDB's library beside what else a run has to do before it needs it. */
  public static void loadAhead() {
    QueryEngine.loadAhead();
  }

  /** The run that found them. */
  public final Run run() {
    return run;
  }

  /** Makes view {@code found_TABLE} of one table's rows in a stream. */
  public final void show(StagedStream stream, String table) throws IOException {
    show(found(table), stream, table);
  }

  /** The same under another name. */
  public abstract void show(String view, StagedStream stream, String table) throws IOException;

  /** Makes a view of the rows of a table that are published now. */
  public abstract void showPublished(String table) throws IOException;

  /** Makes a view of a query over views that are there. */
  public abstract void show(String view, String sql, Map<String, Object> parameters);

  /** Makes a view of rows that are selected once, by a query of {@code schemas/ingest}. */
  public abstract void keep(Publication publication, String view, String query);

  /** The rows of a query. */
  abstract <T extends Record> List<T> records(
      String sql, Map<String, Object> parameters, Class<T> type);

  /** The rows of a query, to be sorted. */
  abstract Publication.Rows addition(
      String table, String sql, Map<String, Object> parameters, int files, List<String> order);

  /** Makes a view of a query of {@code schemas/ingest}, with values for its named parameters. */
  public final void showQuery(String view, String query, Map<String, Object> parameters) {
    show(view, SqlFiles.text(INGEST, query), parameters);
  }

  /** The rows of a query of {@code schemas/ingest}, few. */
  public final <T extends Record> List<T> all(String query, Class<T> type) {
    return records(SqlFiles.text(INGEST, query), parameters(), type);
  }

  /** The one row of such a query. */
  public final <T extends Record> T one(String query, Class<T> type) {
    return all(query, type).get(0);
  }

  /** A query that counts. */
  private record Count(long rows) {}

  /** The number of rows of a query of {@code schemas/ingest}. */
  public final long count(String query) {
    return records(
            "SELECT count(*) AS rows FROM (%s) AS counted".formatted(SqlFiles.text(INGEST, query)),
            parameters(),
            Count.class)
        .get(0)
        .rows();
  }

  /**
   * The new rows of a table, to be sorted.
   *
   * @param files how many files Spark spreads them over
   */
  public final Publication.Rows addition(String table, int files, String... order) {
    return addition(table, SqlFiles.text(INGEST, table), parameters(), files, List.of(order));
  }

  /** Stages the rejections of a stream and counts them in the run. */
  public final void addRejections(Publication publication, StagedStream stream) throws IOException {
    show(stream, REJECTIONS);
    addRejections(publication);
  }

  /** Stages the rejections of view {@code found_rejected_blob} and counts them in the run. */
  public final void addRejections(Publication publication) throws IOException {
    long rejections = count("rejection");
    run.reject(
        rejections,
        rejections == 0 ? List.of() : all("first_rejections", RunSummary.Rejection.class));
    if (rejections > 0) {
      showPublished(REJECTIONS);
      publication.addAll(List.of(addition(REJECTIONS, 1, "source", "digest")));
    }
  }

  static String found(String table) {
    return "found_" + table;
  }

  /** {@code :started} is the start of the run. */
  private Map<String, Object> parameters() {
    return new HashMap<>(Map.of("started", run.startedAt()));
  }

  @Override
  public void close() throws IOException {}
}
