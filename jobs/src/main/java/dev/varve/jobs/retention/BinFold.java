package dev.varve.jobs.retention;

import dev.varve.jobs.reference.PackedChunks;
import dev.varve.jobs.run.FoldRows;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;

/**
 * SRB, all plans at once: a chunk of a bin is stored under a plan when any segment that was routed
 * there and stays refers to it. Takes whole bins; 16 bytes a distinct chunk of the bin and the room
 * of the table.
 */
final class BinFold implements FoldRows.Fold<BinFold.Binned> {
  private final Long2LongOpenHashMap plansOfChunks = new Long2LongOpenHashMap();
  private final long[] stored;
  private int bin = -1;

  /**
   * A segment's chunks in its bin.
   *
   * @param plans that keep it, a bit each
   * @param chunks as {@link PackedChunks#bytes} has them
   */
  @SuppressWarnings("ArrayRecordComponent") // a row, which nobody compares
  record Binned(int bin, long plans, byte[] chunks) {}

  BinFold(int plans) {
    stored = new long[plans];
  }

  @Override
  public void add(Binned segment, Consumer<Row> output) {
    if (segment.bin() != bin) {
      plansOfChunks.clear();
      bin = segment.bin();
    }
    PackedChunks chunks = PackedChunks.read(segment.chunks());
    int start = 0;
    for (int chunk = 0; chunk < chunks.keys().length; chunk++) {
      int bytes = chunks.ends()[chunk] - start;
      start = chunks.ends()[chunk];
      if (!chunks.zeros()[chunk]) {
        long key = chunks.keys()[chunk];
        long before = plansOfChunks.get(key);
        long fresh = segment.plans() & ~before;
        if (fresh != 0) {
          plansOfChunks.put(key, before | fresh);
          for (int plan = 0; plan < stored.length; plan++) {
            stored[plan] += (fresh >>> plan & 1) * bytes;
          }
        }
      }
    }
  }

  @Override
  public void finish(Consumer<Row> output) {
    for (int plan = 0; plan < stored.length; plan++) {
      output.accept(PlanFolds.stored(plan, "srb", stored[plan]));
    }
  }
}
