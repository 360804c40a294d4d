package dev.varve.jobs.twin;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.twin.Banding;
import dev.varve.twin.BucketMember;
import dev.varve.twin.BucketPairs;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.apache.spark.sql.Row;

/**
 * Pairs of the layers of a bucket.
 *
 * @param reader of members, which come sorted by {@link #ORDER}
 * @param leftOut is told how many pairs full buckets left out
 */
record PairFold(RowReader<TwinRows.MemberRow> reader, BucketPairs pairs, LongConsumer leftOut)
    implements FoldRows.Fold<Row> {
  static final List<String> ORDER = List.of("band", "bucket", "contents", "layer");

  static PairFold of(BucketPairs pairs, LongConsumer leftOut) {
    return new PairFold(
        RowReader.of(TwinRows.MEMBERS.schema(), TwinRows.MemberRow.class), pairs, leftOut);
  }

  /** A layer in each of its buckets. */
  static List<Row> members(TwinRows.SignedRow layer, Banding banding) {
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
    leftOut.accept(pairs.leftOut());
  }
}
