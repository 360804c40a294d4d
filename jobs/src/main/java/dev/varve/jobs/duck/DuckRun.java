package dev.varve.jobs.duck;

import dev.varve.jobs.engine.local.DuckSession;
import dev.varve.jobs.engine.local.DuckText;
import dev.varve.jobs.file.LocalCopies;
import dev.varve.jobs.parquet.PageChecksums;
import dev.varve.jobs.parquet.RowSource;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.duckdb.DuckDBScalarFunctionBuilder;

/**
 * DuckDB, in this process, at work for a run, whatever file system the tables lie on: files that
 * are not local are copied. Several threads may ask at the same time.
 */
public final class DuckRun implements AutoCloseable {
  private final Run run;
  private final Sessions sessions;
  private final LocalCopies files;

  /** {@link DuckStart} opens them. */
  DuckRun(Run run, DuckSession session, String advice) {
    this.run = run;
    this.sessions = new Sessions(session, advice);
    this.files =
        new LocalCopies(
            run.spark().sparkContext().hadoopConfiguration(), System.getProperty("java.io.tmpdir"));
  }

  /** The run. */
  public Run run() {
    return run;
  }

  /** Makes views of these tables as they are published now, and of views over them. */
  public void showPublished(Collection<String> names) throws IOException {
    Map<String, String> views = DuckText.views();
    for (String name : names) {
      String view = views.get(name);
      if (view == null) {
        showPublished(name);
      } else {
        show(name, view, Map.of());
      }
    }
  }

  /** Makes a view of the rows of a table that are published now; pages match their checksums. */
  public void showPublished(String table) throws IOException {
    List<String> published = run.warehouse().files(table);
    PageChecksums.verify(files.all(published));
    show(
        table,
        published.isEmpty() ? DuckText.none(table) : DuckText.rows(table, patterns(published)),
        Map.of());
  }

  /** Makes a view of a query, with values for its named parameters. */
  public void show(String view, String sql, Map<String, Object> parameters) {
    create("VIEW", view, Parameters.filled(sql, parameters));
  }

  /** The same of rows that are computed once. */
  public void keep(String view, String sql, Map<String, Object> parameters) {
    create("TABLE", view, Parameters.filled(sql, parameters));
  }

  /** Adds rows to such a table. */
  public void keepMore(String table, String sql, Map<String, Object> parameters) {
    execute(
        table, "INSERT INTO " + DuckText.name(table) + " " + Parameters.filled(sql, parameters));
  }

  /** Gives back what such a table takes. */
  public void drop(String table) {
    execute(table, "DROP TABLE " + DuckText.name(table));
  }

  private void create(String kind, String name, String sql) {
    execute(name, "CREATE OR REPLACE %s %s AS %s".formatted(kind, DuckText.name(name), sql));
  }

  private void execute(String name, String statement) {
    try {
      sessions.beside(name, own -> own.execute(statement));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of a query, few. */
  public <T extends Record> List<T> records(
      String sql, Map<String, Object> parameters, Class<T> type) {
    List<T> records = new ArrayList<>();
    each(sql, parameters, type, records::add);
    return records;
  }

  /** Hands the rows of a query to a taker, one after another. */
  public <T extends Record> void each(
      String sql, Map<String, Object> parameters, Class<T> type, Consumer<T> taker) {
    try {
      sessions.rows(
          type.getSimpleName(),
          Parameters.filled(sql, parameters),
          rows -> {
            StructType columns = DuckValues.columns(rows.getMetaData());
            RowReader<T> reader = RowReader.of(columns, type);
            DuckValues.rows(rows, columns, row -> taker.accept(reader.record(row)), sessions);
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of a query for a table, sorted by columns, nulls first. */
  public Publication.Rows sorted(
      String table, String sql, Map<String, Object> parameters, List<String> order) {
    return new Publication.Sorted(
        table, taker -> each(table, Parameters.filled(sql, parameters), order, taker));
  }

  /**
   * Hands the rows of a query, which are in the columns of a table, to a taker in the order of some
   * of them, nulls first.
   */
  public void each(String table, String sql, List<String> order, Consumer<Row> taker)
      throws IOException {
    StructType columns = Tables.schema(table);
    each(table, columns, DuckValues.sorted(columns, sql, order), Map.of(), taker);
  }

  /** Hands the rows of a query, which has these columns, to a taker; times are microseconds. */
  public void each(
      String title,
      StructType columns,
      String sql,
      Map<String, Object> parameters,
      Consumer<Row> taker)
      throws IOException {
    sessions.rows(
        title,
        Parameters.filled(sql, parameters),
        rows -> DuckValues.rows(rows, columns, taker, sessions));
  }

  /** Makes a table of rows that are handed over one by one. */
  public void fill(String name, StructType columns, RowSource source) throws IOException {
    String statement =
        "CREATE OR REPLACE TABLE %s (%s)"
            .formatted(DuckText.name(name), DuckValues.declarations(columns));
    sessions.beside(
        name,
        own -> {
          own.execute(statement);
          DuckValues.append(own, name, source);
        });
  }

  /** Lets queries call a function of Java. */
  public void define(DuckDBScalarFunctionBuilder function) {
    try {
      sessions.beside("a function", own -> function.register(own.connection()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Files as patterns that only they match. */
  public List<String> patterns(List<String> some) throws IOException {
    return files.all(some).stream().map(file -> DuckText.pattern(file.toString())).toList();
  }

  /** Cuts all queries short, and lets none begin any more, as the run has failed elsewhere. */
  public void end() {
    sessions.end();
  }

  @Override
  public void close() {
    try (files) {
      sessions.close();
    }
  }
}
