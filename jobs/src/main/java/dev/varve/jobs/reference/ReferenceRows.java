package dev.varve.jobs.reference;

import dev.varve.backup.DirtyBit;
import dev.varve.backup.SegmentReferences;
import dev.varve.matching.ChunkKey;
import java.util.Iterator;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF3;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;
import scala.collection.Seq;

/**
 * Segments between SQL and folds: the functions that {@code schemas/simulate/references.sql} calls,
 * by which recipes become 12 bytes a chunk before they are shuffled, and its rows read afterwards.
 */
public final class ReferenceRows {
  private static final int CHUNKS = 7;
  private static final int PARENT = 8;
  private static final int LAST_CHILD = 9;

  private ReferenceRows() {}

  /** Makes the functions known to SQL. */
  static void register(SparkSession spark) {
    spark.udf().register("chunk_key", (UDF1<byte[], Long>) ReferenceRows::key, DataTypes.LongType);
    spark
        .udf()
        .register(
            "pack_references",
            (UDF3<Seq<Integer>, byte[], Seq<Boolean>, byte[]>) ReferenceRows::pack,
            DataTypes.BinaryType);
  }

  /** The segments of {@code schemas/simulate/references.sql}, two rows each: facts, then chunks. */
  public static Iterator<SegmentReferences> segments(Iterator<Row> rows) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public SegmentReferences next() {
        Row facts = rows.next();
        Row chunks = rows.next();
        if (chunks.isNullAt(CHUNKS)
            || facts.getLong(2) != chunks.getLong(2)
            || facts.getInt(1) != chunks.getInt(1)) {
          throw new IllegalStateException("a segment without its recipe: " + facts);
        }
        PackedChunks packed = PackedChunks.read(chunks.getAs(CHUNKS));
        return segment(facts, facts.getInt(PARENT), facts.getInt(LAST_CHILD), packed);
      }
    };
  }

  /** A segment of which the first seven columns are those of the facts. */
  public static SegmentReferences segment(
      Row facts, int parent, int lastChild, PackedChunks chunks) {
    return new SegmentReferences(
        facts.getString(0),
        facts.getInt(1),
        parent,
        lastChild,
        facts.getLong(2),
        facts.getInt(3),
        facts.getLong(4),
        facts.getLong(5),
        chunks.keys(),
        chunks.ends(),
        chunks.zeros(),
        facts.isNullAt(6) ? DirtyBit.UNKNOWN : facts.getBoolean(6) ? DirtyBit.SET : DirtyBit.CLEAR);
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
