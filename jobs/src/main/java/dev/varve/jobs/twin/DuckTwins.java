package dev.varve.jobs.twin;

import dev.varve.jobs.duck.DuckRun;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import dev.varve.twin.BucketPairs;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.XXH64;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.duckdb.DuckDBFunctions;

/** The comparison by DuckDB, step by step, its folds on this thread. */
final class DuckTwins implements TwinSteps {
  private static final String FOLDER = "twin";

  /** Of Spark's function of this name. */
  private static final long SPARK_SEED = 42;

  private final TwinSettings settings;
  private final DuckRun duck;

  DuckTwins(TwinSettings settings, DuckRun duck) {
    this.settings = settings;
    this.duck = duck;
    try {
      duck.define(
          DuckDBFunctions.scalarFunction()
              .withName("xxhash64")
              .withParameter(String.class)
              .withReturnType(Long.class)
              .withFunction(
                  (String text) -> XXH64.hashUTF8String(UTF8String.fromString(text), SPARK_SEED)));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void select(String name, Map<String, Object> parameters) {
    duck.keep(TwinRows.view(name), SqlFiles.text(FOLDER, name), parameters);
  }

  @Override
  public Publication.Rows rows(String table, String... order) {
    return duck.sorted(table, SqlFiles.text(FOLDER, table), Map.of(), List.of(order));
  }

  @Override
  public void sums() throws IOException {
    StructType columns = Tables.schema("layer_recipe");
    SumsFold fold =
        SumsFold.ofEntries(
            RowReader.of(columns, TwinRows.EntryRow.class), settings.banding().values());
    duck.fill(
        TwinRows.view("sums"),
        TwinRows.SUMS.schema(),
        sums -> {
          duck.each(
              "layer_recipe",
              "SELECT * FROM layer_recipe",
              List.of("layer_digest", "position"),
              row -> fold.add(row, sums));
          fold.finish(sums);
        });
  }

  @Override
  public long pairs() throws IOException {
    duck.fill(
        TwinRows.view("member"),
        TwinRows.MEMBERS.schema(),
        members ->
            duck.each(
                SqlFiles.text(FOLDER, "signed"),
                Map.of(),
                TwinRows.SignedRow.class,
                layer -> PairFold.members(layer, settings.banding()).forEach(members)));
    long[] leftOut = new long[1];
    PairFold fold =
        PairFold.of(
            new BucketPairs(
                settings.similarity(), settings.banding().values(), settings.bucketLayers()),
            pairs -> leftOut[0] += pairs);
    duck.fill(
        TwinRows.view("pair"),
        TwinRows.PAIRS.schema(),
        pairs -> {
          duck.each(
              TwinRows.view("member"),
              TwinRows.MEMBERS.schema(),
              "SELECT * FROM %s ORDER BY %s"
                  .formatted(TwinRows.view("member"), String.join(", ", PairFold.ORDER)),
              Map.of(),
              row -> fold.add(row, pairs));
          fold.finish(pairs);
        });
    return leftOut[0];
  }
}
