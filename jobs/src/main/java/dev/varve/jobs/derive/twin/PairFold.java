package dev.varve.jobs.derive.twin;

import dev.varve.content.twin.Banding;
import dev.varve.content.twin.BucketMember;
import dev.varve.content.twin.BucketPairs;
import dev.varve.jobs.derive.twin.TwinRows.LeftOutRow;
import dev.varve.jobs.derive.twin.TwinRows.MemberRow;
import dev.varve.jobs.derive.twin.TwinRows.PairRow;
import dev.varve.jobs.derive.twin.TwinRows.SignedRow;
import dev.varve.jobs.engine.Fold;
import java.util.List;
import java.util.function.Consumer;

/**
 * Emits the pairs of layers in a bucket, from members sorted by band, bucket, contents and layer.
 */
record PairFold(BucketPairs pairs) implements Fold<MemberRow> {
  /** Emits a layer once for each bucket that it falls into, one bucket per band. */
  static void emitMembers(SignedRow layer, Banding banding, Consumer<Record> output) {
    List<Long> buckets = banding.buckets(layer.signature());
    byte[] sketch = Banding.sketch(layer.signature());
    for (int band = 0; band < buckets.size(); band++) {
      output.accept(
          new MemberRow(band, buckets.get(band), layer.contents(), layer.layer(), sketch));
    }
  }

  @Override
  public void add(MemberRow member, Consumer<Record> output) {
    pairs.add(
        new BucketMember(
            member.band(), member.bucket(), member.contents(), member.layer(), member.sketch()),
        pair -> output.accept(new PairRow(pair.later(), pair.earlier(), pair.estimate())));
  }

  @Override
  public void finish(Consumer<Record> output) {
    output.accept(new LeftOutRow(pairs.pairsLeftOut()));
  }
}
