package dev.varve.jobs.reference;

import dev.varve.backup.PopularShare;
import dev.varve.backup.Volume;
import dev.varve.jobs.row.RowReader;
import dev.varve.matching.PopularData;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/**
 * The chunks that levels 1 and 2 left, in order of popularity: the most copies first, ties by key,
 * which is fingerprint order. The engine sorts; only popular chunks are sent to the driver.
 */
public final class PopularityRanks implements AutoCloseable {
  private static final int BLOCK_CHUNKS = 8192;
  private static final int CHUNK_BYTES = Long.BYTES + Integer.BYTES;

  private final Dataset<Row> inOrder;
  private final JavaRDD<Row> ranked;
  private final RowReader<RankedChunk> reader;
  private final List<Long> firstRanks = new ArrayList<>();

  /** A chunk of the list. */
  private record RankedChunk(long key, int bytes, long copies) {}

  /**
   * @param popularity rows of key, bytes, copies, one a chunk
   */
  public PopularityRanks(Dataset<Row> popularity) {
    inOrder =
        popularity
            .selectExpr("key", "bytes", "copies", "key < 0 AS high")
            .orderBy(
                popularity.col("copies").desc(),
                org.apache.spark.sql.functions.col("high"), // keys are unsigned
                popularity.col("key"))
            .select("key", "bytes", "copies")
            .persist(StorageLevel.DISK_ONLY());
    reader = RowReader.of(inOrder.schema(), RankedChunk.class);
    try {
      ranked = inOrder.toJavaRDD();
      rankParts();
    } catch (RuntimeException | Error e) {
      inOrder.unpersist(); // nobody can close what was not made
      throw e;
    }
  }

  private void rankParts() {
    firstRanks.add(0L);
    if (ranked.getNumPartitions() == 1) {
      return;
    }
    long rank = 0;
    for (long rows : ranked.mapPartitions(PopularityRanks::count).collect()) {
      rank += rows;
      firstRanks.add(rank);
    }
  }

  /** The k most popular chunks. */
  public PopularData first(int k) {
    List<Long> starts = firstRanks;
    RowReader<RankedChunk> chunks = reader;
    List<byte[]> packed =
        ranked
            .mapPartitionsWithIndex(
                (partition, rows) -> pack(chunks, rows, k - starts.get(partition)), true)
            .collect();
    long[] keys = new long[k];
    int[] bytes = new int[k];
    int rank = 0;
    for (byte[] block : packed) {
      ByteBuffer in = ByteBuffer.wrap(block);
      while (in.hasRemaining()) {
        keys[rank] = in.getLong();
        bytes[rank++] = in.getInt();
      }
    }
    return new PopularData(Arrays.copyOf(keys, rank), Arrays.copyOf(bytes, rank));
  }

  /**
   * The effect of keeping the k most popular chunks.
   *
   * @param ks ascending
   * @return one share for each k
   */
  public List<PopularShare> shares(List<Integer> ks) {
    List<Long> starts = firstRanks;
    List<Integer> cuts = List.copyOf(ks);
    RowReader<RankedChunk> chunks = reader;
    List<long[]> steps =
        ranked
            .mapPartitionsWithIndex(
                (partition, rows) -> steps(chunks, rows, starts.get(partition), cuts), true)
            .collect();
    List<PopularShare> shares = new ArrayList<>();
    PopularShare sum = PopularShare.NONE;
    for (int cut = 0; cut < cuts.size(); cut++) {
      for (long[] step : steps) {
        if (step[0] == cut) {
          sum =
              new PopularShare(
                  sum.once().plus(new Volume(step[1], step[2])),
                  sum.copies().plus(new Volume(step[3], step[4])));
        }
      }
      shares.add(sum);
    }
    return shares;
  }

  @Override
  public void close() {
    inOrder.unpersist();
  }

  private static Iterator<Long> count(Iterator<Row> rows) {
    long count = 0;
    while (rows.hasNext()) {
      rows.next();
      count++;
    }
    return List.of(count).iterator();
  }

  private static Iterator<byte[]> pack(
      RowReader<RankedChunk> reader, Iterator<Row> rows, long most) {
    List<byte[]> blocks = new ArrayList<>();
    ByteBuffer block = ByteBuffer.allocate(BLOCK_CHUNKS * CHUNK_BYTES);
    for (long taken = 0; taken < most && rows.hasNext(); taken++) {
      RankedChunk chunk = reader.record(rows.next());
      block.putLong(chunk.key()).putInt(chunk.bytes());
      if (!block.hasRemaining()) {
        blocks.add(block.array());
        block = ByteBuffer.allocate(BLOCK_CHUNKS * CHUNK_BYTES);
      }
    }
    blocks.add(Arrays.copyOf(block.array(), block.position()));
    return blocks.iterator();
  }

  /**
   * Sums over the ranks between two values of k: the upper one, distinct chunks and their bytes,
   * copies and their bytes.
   */
  private static Iterator<long[]> steps(
      RowReader<RankedChunk> reader, Iterator<Row> rows, long first, List<Integer> cuts) {
    List<long[]> steps = new ArrayList<>();
    long rank = first;
    int cut = 0;
    long[] step = new long[5];
    while (rows.hasNext()) {
      while (cut < cuts.size() && rank >= cuts.get(cut)) {
        steps.add(step);
        cut++;
        step = new long[] {cut, 0, 0, 0, 0};
      }
      if (cut == cuts.size()) {
        break;
      }
      RankedChunk chunk = reader.record(rows.next());
      step[1]++;
      step[2] += chunk.bytes();
      step[3] += chunk.copies();
      step[4] += chunk.copies() * chunk.bytes();
      rank++;
    }
    if (cut < cuts.size()) {
      steps.add(step);
    }
    return steps.iterator();
  }
}
