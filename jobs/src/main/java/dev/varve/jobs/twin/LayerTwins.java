package dev.varve.jobs.twin;

import static org.apache.spark.sql.functions.col;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.table.Publication;
import dev.varve.twin.Banding;
import dev.varve.twin.BucketMember;
import dev.varve.twin.BucketPairs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
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

/**
 * Tables {@code layer_twin} and {@code layer_duplicate}: sums of all layers' entries find those
 * that are equal in something; of the others signatures find pairs that may be near, which are
 * compared content by content. No step compares all pairs, and none holds a layer in memory.
 */
public final class LayerTwins {
  /** The count of the summary for pairs that full buckets left out. */
  public static final String LEFT_OUT = "pairs_left_out";

  private static final String LAYER = "layer_digest";

  private final TwinSettings settings;
  private final Run run;
  private final int parts;

  /**
   * @param parts ranges of fingerprints, or of buckets, that are sorted independently
   */
  public LayerTwins(TwinSettings settings, Run run, int parts) {
    this.settings = settings;
    this.run = run;
    this.parts = parts;
  }

  /** Stages both tables. */
  public void add() throws IOException {
    step("sums", sums());
    step("exact", run.select("twin", "exact"));
    step("content", run.select("twin", "content"));
    step("size", run.select("twin", "size"));
    LongAccumulator leftOut = run.spark().sparkContext().longAccumulator(LEFT_OUT);
    step("pair", pairs(run.select("twin", "signed"), leftOut));
    run.count(LEFT_OUT, leftOut.value());
    step("candidate", run.select("twin", "candidate", Map.of("candidates", settings.candidates())));
    step("near", run.select("twin", "near", Map.of("similarity", settings.similarity())));
    step("placed", run.select("twin", "placed"));
    Publication publication = run.publication();
    publication.add("layer_twin", run.select("twin", "layer_twin"), 1, LAYER);
    publication.add("layer_duplicate", run.select("twin", "layer_duplicate"), 1, LAYER, "cause");
  }

  /** Stages table {@code path_convention}. */
  public static void addConventions(Run run, TwinSettings settings) throws IOException {
    List<TwinSettings.Convention> all = settings.conventions();
    List<Row> rows =
        IntStream.range(0, all.size())
            .mapToObj(
                place ->
                    TwinRows.CONVENTIONS.row(
                        new TwinRows.ConventionRow(
                            place, all.get(place).name(), all.get(place).pattern())))
            .toList();
    run.publication().add("path_convention", rows, "position");
  }

  /** Worked out once, and seen by the next steps as {@code twin_NAME}. */
  private void step(String name, Dataset<Row> rows) {
    run.publication().materialize("twin_" + name, rows).createOrReplaceTempView("twin_" + name);
  }

  private Dataset<Row> sums() {
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

  private Dataset<Row> pairs(Dataset<Row> signed, LongAccumulator leftOut) {
    Banding banding = settings.banding();
    RowReader<TwinRows.SignedRow> reader = RowReader.of(signed.schema(), TwinRows.SignedRow.class);
    FlatMapFunction<Row, Row> inBuckets = row -> members(reader.record(row), banding).iterator();
    Column[] order =
        List.of("band", "bucket", "contents", "layer").stream()
            .map(functions::col)
            .toArray(Column[]::new);
    Dataset<Row> sorted =
        signed
            .flatMap(inBuckets, Encoders.row(TwinRows.MEMBERS.schema()))
            .repartition(parts, col("band"), col("bucket"))
            .sortWithinPartitions(order);
    RowReader<TwinRows.MemberRow> member =
        RowReader.of(TwinRows.MEMBERS.schema(), TwinRows.MemberRow.class);
    double similarity = settings.similarity();
    int most = settings.bucketLayers();
    return mapped(
        sorted,
        rows ->
            new FoldRows<>(
                rows,
                new PairFold(member, new BucketPairs(similarity, banding.values(), most), leftOut)),
        TwinRows.PAIRS.schema());
  }

  private static List<Row> members(TwinRows.SignedRow layer, Banding banding) {
    List<Long> buckets = banding.buckets(layer.signature());
    byte[] sketch = Banding.sketch(layer.signature());
    List<Row> rows = new ArrayList<>(buckets.size());
    for (int band = 0; band < buckets.size(); band++) {
      rows.add(
          TwinRows.MEMBERS.row(
              new TwinRows.MemberRow(
                  band, buckets.get(band), layer.contents(), layer.layer(), sketch)));
    }
    return rows;
  }

  private static Dataset<Row> mapped(
      Dataset<Row> rows, MapPartitionsFunction<Row, Row> fold, StructType schema) {
    StructType nullable = new StructType();
    for (StructField field : schema.fields()) {
      nullable = nullable.add(field.name(), field.dataType(), true);
    }
    return rows.mapPartitions(fold, Encoders.row(nullable));
  }

  /** Pairs of the sorted members. */
  private record PairFold(
      RowReader<TwinRows.MemberRow> reader, BucketPairs pairs, LongAccumulator leftOut)
      implements FoldRows.Fold<Row> {
    @Override
    public void add(Row row, Consumer<Row> output) {
      TwinRows.MemberRow member = reader.record(row);
      pairs.add(
          new BucketMember(
              member.band(), member.bucket(), member.contents(), member.layer(), member.sketch()),
          pair ->
              output.accept(
                  TwinRows.PAIRS.row(
                      new TwinRows.PairRow(pair.later(), pair.earlier(), pair.estimate()))));
    }

    @Override
    public void finish(Consumer<Row> output) {
      leftOut.add(pairs.leftOut());
    }
  }
}
