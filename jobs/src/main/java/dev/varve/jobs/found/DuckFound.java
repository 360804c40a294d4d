package dev.varve.jobs.found;

import dev.varve.jobs.duck.DuckRun;
import dev.varve.jobs.duck.DuckStart;
import dev.varve.jobs.engine.local.DuckText;
import dev.varve.jobs.parquet.StagedStream;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.table.Publication;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** By DuckDB, in this process: few rows. */
final class DuckFound extends FoundRows {
  private final DuckRun duck;

  private DuckFound(DuckRun duck) {
    super(duck.run());
    this.duck = duck;
  }

  /** Empty where Spark has to do it: of many rows, and where DuckDB's library does not load. */
  static Optional<DuckFound> open(Run run) {
    return run.isFitForFewRows() ? DuckStart.ofFewRows(run).map(DuckFound::new) : Optional.empty();
  }

  @Override
  public void show(String view, StagedStream stream, String table) throws IOException {
    String columns =
        Arrays.stream(stream.columns(table).fields())
            .map(DuckFound::column)
            .collect(Collectors.joining(", "));
    show(
        view,
        "SELECT %s FROM read_parquet([%s])"
            .formatted(
                columns,
                duck.patterns(stream.files(table)).stream()
                    .map(DuckText::quoted)
                    .collect(Collectors.joining(", "))),
        Map.of());
  }

  private static String column(StructField field) {
    String name = DuckText.name(field.name());
    return field.dataType().equals(DataTypes.TimestampType)
        ? "make_timestamptz(%s) AS %s".formatted(name, name)
        : name;
  }

  @Override
  public void showPublished(String table) throws IOException {
    duck.showPublished(table);
  }

  @Override
  public void show(String view, String sql, Map<String, Object> parameters) {
    duck.show(view, sql, parameters);
  }

  @Override
  public void keep(Publication publication, String view, String query) {
    duck.keep(view, SqlFiles.text("ingest", query), Map.of());
  }

  @Override
  <T extends Record> List<T> records(String sql, Map<String, Object> parameters, Class<T> type) {
    return duck.records(sql, parameters, type);
  }

  @Override
  Publication.Rows addition(
      String table, String sql, Map<String, Object> parameters, int files, List<String> order) {
    return duck.sorted(table, sql, parameters, order);
  }

  @Override
  public void close() throws IOException {
    duck.close();
  }
}
