package dev.varve.jobs.reference;

import dev.varve.backup.SegmentReferences;
import dev.varve.jobs.row.RowReader;
import dev.varve.matching.ChunkKey;
import java.util.Collections;
import java.util.Iterator;
import org.apache.commons.collections4.iterators.PeekingIterator;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF3;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.Seq;

/**
 * Carries segments from SQL to the folds: the functions that {@code
 * schemas/simulate/references.sql} calls to pack recipes into 12 bytes a chunk before the shuffle,
 * and the reader of its rows.
 */
public final class ReferenceRows {
  private ReferenceRows() {}

  /** Registers the functions with SQL. */
  static void register(SparkSession spark) {
    spark.udf().register("chunk_key", (UDF1<byte[], Long>) ReferenceRows::key, DataTypes.LongType);
    spark
        .udf()
        .register(
            "pack_references",
            (UDF3<Seq<Integer>, byte[], Seq<Boolean>, byte[]>) ReferenceRows::pack,
            DataTypes.BinaryType);
  }

  /** The first row of a segment. */
  private record FactsRow(SegmentFacts facts, int parentNumber, int lastChild) {}

  /** The second one; chunks as {@link PackedChunks#bytes} has them. */
  @SuppressWarnings("ArrayRecordComponent") // a row, which nobody compares
  private record ChunksRow(int number, long position, byte @Nullable [] chunks) {}

  /** The segments of {@code schemas/simulate/references.sql}, two rows each: facts, then chunks. */
  public static Iterator<SegmentReferences> segments(Iterator<Row> rows) {
    if (!rows.hasNext()) {
      return Collections.emptyIterator();
    }
    PeekingIterator<Row> peeking = PeekingIterator.peekingIterator(rows);
    StructType columns = peeking.element().schema();
    RowReader<FactsRow> facts = RowReader.of(columns, FactsRow.class);
    RowReader<ChunksRow> chunks = RowReader.of(columns, ChunksRow.class);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return peeking.hasNext();
      }

      @Override
      public SegmentReferences next() {
        Row first = peeking.next();
        ChunksRow second = chunks.record(peeking.next());
        byte[] packed = second.chunks();
        if (packed == null) {
          throw new IllegalStateException("a segment without its recipe: " + first);
        }
        FactsRow row = facts.record(first);
        if (row.facts().position() != second.position()
            || row.facts().number() != second.number()) {
          throw new IllegalStateException("a segment without its recipe: " + first);
        }
        return row.facts().with(row.parentNumber(), row.lastChild(), PackedChunks.read(packed));
      }
    };
  }

  private static long key(byte @Nullable [] fingerprint) {
    return fingerprint == null ? 0 : ChunkKey.of(fingerprint, 0);
  }

  private static byte[] pack(Seq<Integer> ends, byte[] fingerprints, Seq<Boolean> zeros) {
    int chunks = ends.length();
    int[] end = new int[chunks];
    boolean[] zero = new boolean[chunks];
    for (int chunk = 0; chunk < chunks; chunk++) {
      end[chunk] = ends.apply(chunk);
      zero[chunk] = zeros.apply(chunk);
    }
    return PackedChunks.of(end, fingerprints, zero).bytes();
  }
}
