package dev.varve.jobs.twin;

import static org.apache.spark.sql.functions.col;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.table.Publication;
import dev.varve.twin.Banding;
import dev.varve.twin.BucketPairs;
import java.util.Map;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;

/** The comparison by Spark, step by step. */
record SparkTwins(TwinSettings settings, Run run, int parts) implements TwinSteps {
  private static final String LAYER = "layer_digest";
  private static final String FOLDER = "twin";

  private void keep(String name, Dataset<Row> rows) {
    String view = TwinRows.view(name);
    run.publication().materialize(view, rows).createOrReplaceTempView(view);
  }

  @Override
  public void select(String name, Map<String, Object> parameters) {
    keep(name, run.select(FOLDER, name, parameters));
  }

  @Override
  public Publication.Rows rows(String table, String... order) {
    return new Publication.Addition(table, run.select(FOLDER, table), 1, order);
  }

  @Override
  public void sums() {
    keep("sums", summed());
  }

  private Dataset<Row> summed() {
    int values = settings.banding().values();
    Dataset<Row> entries = run.spark().table("layer_recipe");
    RowReader<TwinRows.EntryRow> reader = RowReader.of(entries.schema(), TwinRows.EntryRow.class);
    Dataset<Row> some =
        mapped(
            entries,
            rows -> new FoldRows<>(rows, SumsFold.ofEntries(reader, values)),
            TwinRows.SUMS.schema());
    RowReader<TwinRows.SumsRow> part = RowReader.of(TwinRows.SUMS.schema(), TwinRows.SumsRow.class);
    return mapped(
        some.repartition(parts, col(LAYER)).sortWithinPartitions(LAYER),
        rows -> new FoldRows<>(rows, SumsFold.ofParts(part, values)),
        TwinRows.SUMS.schema());
  }

  @Override
  public long pairs() {
    LongAccumulator leftOut = run.spark().sparkContext().longAccumulator(LayerTwins.LEFT_OUT);
    keep("pair", paired(run.select(FOLDER, "signed"), leftOut));
    return leftOut.value();
  }

  private Dataset<Row> paired(Dataset<Row> signed, LongAccumulator leftOut) {
    Banding banding = settings.banding();
    RowReader<TwinRows.SignedRow> reader = RowReader.of(signed.schema(), TwinRows.SignedRow.class);
    FlatMapFunction<Row, Row> inBuckets =
        row -> PairFold.members(reader.record(row), banding).iterator();
    Column[] order = PairFold.ORDER.stream().map(functions::col).toArray(Column[]::new);
    Dataset<Row> sorted =
        signed
            .flatMap(inBuckets, Encoders.row(TwinRows.MEMBERS.schema()))
            .repartition(parts, col("band"), col("bucket"))
            .sortWithinPartitions(order);
    double similarity = settings.similarity();
    int most = settings.bucketLayers();
    return mapped(
        sorted,
        rows ->
            new FoldRows<>(
                rows,
                PairFold.of(new BucketPairs(similarity, banding.values(), most), leftOut::add)),
        TwinRows.PAIRS.schema());
  }

  private static Dataset<Row> mapped(
      Dataset<Row> rows, MapPartitionsFunction<Row, Row> fold, StructType schema) {
    StructType nullable = new StructType();
    for (StructField field : schema.fields()) {
      nullable = nullable.add(field.name(), field.dataType(), true);
    }
    return rows.mapPartitions(fold, Encoders.row(nullable));
  }
}
