package dev.varve.jobs.estimate;

import dev.varve.jobs.duck.DuckRun;
import dev.varve.jobs.duck.DuckStart;
import dev.varve.jobs.query.QuerySettings;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.sharing.FileCompression;
import dev.varve.sharing.CompressionEstimate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What is asked of the warehouse of the part that was read, by queries of {@code schemas/estimate}.
 * By DuckDB, which answers sooner, and by Spark where that does not work; both run the same texts.
 */
interface PartQueries extends AutoCloseable {
  /** Below {@code schemas}. */
  String FOLDER = "estimate";

  /** What is made of answers. */
  interface Step<T> {
    T of(PartQueries queries) throws IOException;
  }

  /**
   * Takes a step with queries of these tables, to which the run is fitted. Where DuckDB fails, as
   * for lack of memory, Spark goes on, as it took long to read the part; unless DuckDB is asked
   * for.
   */
  static <T> T ask(Run run, QuerySettings settings, List<String> tables, Step<T> step)
      throws IOException {
    Optional<DuckRun> duck = DuckStart.of(run, settings);
    if (duck.isPresent()) {
      try (PartQueries queries = new OfDuck(duck.get())) {
        duck.get().showPublished(tables);
        return step.of(queries);
      } catch (IOException | UncheckedIOException e) {
        if (settings.engine().equals(QuerySettings.DUCKDB)) {
          throw e;
        }
        run.note("DuckDB failed, Spark goes on: " + e.getMessage());
      }
    }
    run.warehouse().views(tables);
    return step.of(new OfSpark(run));
  }

  /** Makes a view of these, in a column called unit. */
  void fill(String view, Set<String> units) throws IOException;

  /** Makes a view of a query. */
  void show(String view, String query, Map<String, Object> parameters);

  /** Hands the rows of a query to a taker. */
  <T extends Record> void each(
      String query, Map<String, Object> parameters, Class<T> type, Consumer<T> taker);

  /** The one row of a query. */
  <T extends Record> T first(String query, Class<T> type);

  /** What the distinct files would take compressed, by codec. */
  Map<String, List<CompressionEstimate>> compression();

  @Override
  void close() throws IOException;

  /** By DuckDB. */
  record OfDuck(DuckRun duck) implements PartQueries {
    @Override
    public void fill(String view, Set<String> units) throws IOException {
      StructType column = new StructType().add("unit", DataTypes.StringType);
      duck.fill(
          view, column, taker -> units.forEach(unit -> taker.accept(RowFactory.create(unit))));
    }

    @Override
    public void show(String view, String query, Map<String, Object> parameters) {
      duck.show(view, text(query), parameters);
    }

    @Override
    public <T extends Record> void each(
        String query, Map<String, Object> parameters, Class<T> type, Consumer<T> taker) {
      duck.each(text(query), parameters, type, taker);
    }

    @Override
    public <T extends Record> T first(String query, Class<T> type) {
      return duck.records(text(query), Map.of(), type).get(0);
    }

    @Override
    public Map<String, List<CompressionEstimate>> compression() {
      return FileCompression.estimates(duck);
    }

    private static String text(String query) {
      return SqlFiles.text(FOLDER, query);
    }

    @Override
    public void close() throws IOException {
      duck.close();
    }
  }

  /** By Spark. */
  record OfSpark(Run run) implements PartQueries {
    @Override
    public void fill(String view, Set<String> units) {
      run.spark()
          .createDataset(List.copyOf(units), Encoders.STRING())
          .toDF("unit")
          .createOrReplaceTempView(view);
    }

    @Override
    public void show(String view, String query, Map<String, Object> parameters) {
      run.select(FOLDER, query, parameters).createOrReplaceTempView(view);
    }

    @Override
    public <T extends Record> void each(
        String query, Map<String, Object> parameters, Class<T> type, Consumer<T> taker) {
      Dataset<Row> rows = run.select(FOLDER, query, parameters);
      RowReader<T> reader = RowReader.of(rows.schema(), type);
      rows.toLocalIterator().forEachRemaining(row -> taker.accept(reader.record(row)));
    }

    @Override
    public <T extends Record> T first(String query, Class<T> type) {
      return RowReader.first(run.select(FOLDER, query), type);
    }

    @Override
    public Map<String, List<CompressionEstimate>> compression() {
      return FileCompression.estimates(run);
    }

    @Override
    public void close() {}
  }
}
