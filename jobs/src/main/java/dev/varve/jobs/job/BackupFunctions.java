package dev.varve.jobs.job;

import dev.varve.backup.DirtyBit;
import dev.varve.backup.SegmentReferences;
import dev.varve.backup.SrbRouting;
import dev.varve.matching.ChunkKey;
import java.nio.ByteBuffer;
import java.util.Iterator;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF3;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.Seq;

/**
 * Functions that SQL of {@code schemas/simulate} calls: recipes become 12 bytes a chunk before they
 * are shuffled, and segments of them afterwards.
 */
final class BackupFunctions {
  private static final int CHUNKS = 7;
  private static final int PARENT = 8;
  private static final int LAST_CHILD = 9;

  /** Columns of {@link #binned}. */
  static final StructType BINNED =
      StructType.fromDDL(
          "vm STRING, number INT, position BIGINT, bytes INT, fingerprint BIGINT, min_hash BIGINT,"
              + " dirty BOOLEAN, chunks BINARY, bin INT");

  private BackupFunctions() {}

  /** Makes the functions known to SQL. */
  static void register(SparkSession spark) {
    spark
        .udf()
        .register("chunk_key", (UDF1<byte[], Long>) BackupFunctions::key, DataTypes.LongType);
    spark
        .udf()
        .register(
            "pack_references",
            (UDF3<Seq<Integer>, byte[], Seq<Boolean>, byte[]>) BackupFunctions::pack,
            DataTypes.BinaryType);
  }

  /** The segments of {@code schemas/simulate/references.sql}, two rows each: facts, then chunks. */
  static Iterator<SegmentReferences> segments(Iterator<Row> rows) {
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
        return segment(facts, facts.getInt(PARENT), facts.getInt(LAST_CHILD), chunks.getAs(CHUNKS));
      }
    };
  }

  /** Facts and chunks in one row, with the bin of SRB: {@link #BINNED}. */
  static Row binned(SegmentReferences segment, SrbRouting routing) {
    ByteBuffer packed = ByteBuffer.allocate(segment.chunks() * (Long.BYTES + Integer.BYTES));
    for (long key : segment.keys()) {
      packed.putLong(key);
    }
    for (int chunk = 0; chunk < segment.chunks(); chunk++) {
      packed.putInt(segment.zeros()[chunk] ? ~segment.ends()[chunk] : segment.ends()[chunk]);
    }
    return RowFactory.create(
        segment.vm(),
        segment.snapshot(),
        segment.position(),
        segment.bytes(),
        segment.fingerprint(),
        segment.minHash(),
        null,
        packed.array(),
        routing.bin(segment.minHash()));
  }

  /** A row of {@link #BINNED}; bins know no parents. */
  static SegmentReferences segment(Row binned) {
    return segment(binned, SegmentReferences.NONE, SegmentReferences.NONE, binned.getAs(CHUNKS));
  }

  private static SegmentReferences segment(
      Row facts, int parent, int lastChild, byte[] chunkBytes) {
    ByteBuffer packed = ByteBuffer.wrap(chunkBytes);
    int chunks = packed.remaining() / (Long.BYTES + Integer.BYTES);
    long[] keys = new long[chunks];
    packed.asLongBuffer().get(keys);
    packed.position(chunks * Long.BYTES);
    int[] ends = new int[chunks];
    boolean[] zeros = new boolean[chunks];
    for (int chunk = 0; chunk < chunks; chunk++) {
      int end = packed.getInt();
      zeros[chunk] = end < 0;
      ends[chunk] = end < 0 ? ~end : end;
    }
    return new SegmentReferences(
        facts.getString(0),
        facts.getInt(1),
        parent,
        lastChild,
        facts.getLong(2),
        facts.getInt(3),
        facts.getLong(4),
        facts.getLong(5),
        keys,
        ends,
        zeros,
        facts.isNullAt(6) ? DirtyBit.UNKNOWN : facts.getBoolean(6) ? DirtyBit.SET : DirtyBit.CLEAR);
  }

  private static long key(byte @Nullable [] fingerprint) {
    return fingerprint == null ? 0 : ChunkKey.of(fingerprint, 0);
  }

  /** Keys, then ends; the end of a zero chunk is complemented. */
  private static byte[] pack(Seq<Integer> ends, byte[] fingerprints, Seq<Boolean> zeros) {
    int chunks = ends.length();
    int width = chunks == 0 ? 0 : fingerprints.length / chunks;
    ByteBuffer packed = ByteBuffer.allocate(chunks * (Long.BYTES + Integer.BYTES));
    for (int chunk = 0; chunk < chunks; chunk++) {
      packed.putLong(ChunkKey.of(fingerprints, chunk * width));
    }
    for (int chunk = 0; chunk < chunks; chunk++) {
      int end = ends.apply(chunk);
      packed.putInt(zeros.apply(chunk) ? ~end : end);
    }
    return packed.array();
  }
}
