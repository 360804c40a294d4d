package dev.varve.jobs.found;

import dev.varve.jobs.parquet.StagedStream;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.table.Publication;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** By Spark: of any number of rows, on any file system. */
final class SparkFound extends FoundRows {
  SparkFound(Run run) {
    super(run);
  }

  @Override
  public void show(String view, StagedStream stream, String table) {
    stream.rows(table).createOrReplaceTempView(view);
  }

  @Override
  public void showPublished(String table) throws IOException {
    run().warehouse().table(table).createOrReplaceTempView(table);
  }

  @Override
  public void show(String view, String sql, Map<String, Object> parameters) {
    select(sql, parameters).createOrReplaceTempView(view);
  }

  @Override
  public void keep(Publication publication, String view, String query) {
    publication
        .materialize(view, run().spark().sql(SqlFiles.text("ingest", query)))
        .createOrReplaceTempView(view);
  }

  @Override
  <T extends Record> List<T> records(String sql, Map<String, Object> parameters, Class<T> type) {
    return RowReader.all(select(sql, parameters), type);
  }

  @Override
  Publication.Rows addition(
      String table, String sql, Map<String, Object> parameters, int files, List<String> order) {
    return new Publication.Addition(table, select(sql, parameters), files, order);
  }

  private Dataset<Row> select(String sql, Map<String, Object> parameters) {
    return run().spark().sql(sql, parameters);
  }
}
