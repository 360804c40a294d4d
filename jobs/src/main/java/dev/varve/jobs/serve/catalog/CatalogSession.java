package dev.varve.jobs.serve.catalog;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.spark.BoundedRows;
import dev.varve.jobs.engine.spark.SparkResult;
import dev.varve.jobs.engine.spark.SparkTuning;
import java.io.IOException;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.classic.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A session of a client. Statements cannot change anything in it, so when the warehouse has new
 * rows another takes its place, and what is still read goes on in the old one.
 */
public final class CatalogSession {
  /** Share of the heap for the rows of a task, which are compressed as they are collected. */
  private static final int SHARE_OF_A_TASK = 4;

  private final Catalog catalog;
  private @Nullable Generation seen;
  private @Nullable SparkSession spark;

  CatalogSession(Catalog catalog) {
    this.catalog = catalog;
  }

  /**
   * Begins a statement over the warehouse as it is now.
   *
   * @throws InvalidSettingsException when it does more than read, or names what is not there
   */
  public StatementResult run(String statement) throws IOException {
    String sql = QualifiedNames.plain(statement);
    Generation now = catalog.now();
    SparkSession session = on(now);
    Optional<StatementResult> told = MetadataStatements.found(catalog.guard().parsed(session, sql));
    if (told.isPresent()) {
      return told.get();
    }
    now.show(Relations.in(sql), session);
    Dataset<Row> rows = catalog.guard().rows(session, sql);
    long mostBytes = Runtime.getRuntime().maxMemory() / SHARE_OF_A_TASK;
    return new StatementResult(rows.schema(), BoundedRows.of(SparkResult.flat(rows), mostBytes));
  }

  private synchronized SparkSession on(Generation now) {
    SparkSession known = spark;
    if (known == null || seen != now) {
      known = catalog.session();
      SparkTuning.fit(known, now.bytes());
      spark = known;
      seen = now;
    }
    return known;
  }
}
