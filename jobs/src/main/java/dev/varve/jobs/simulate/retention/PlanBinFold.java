package dev.varve.jobs.simulate.retention;

import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.simulate.reference.PackedChunks;
import dev.varve.jobs.simulate.reference.PackedSegment;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.function.Consumer;

/**
 * Counts the bytes that SRB stores under each plan, from segments sorted by bin. A plan stores a
 * chunk in a bin if any remaining segment that was routed to the bin refers to it. Memory: a table
 * with 16 bytes for each distinct chunk of a bin.
 */
final class PlanBinFold implements Fold<PackedSegment> {
  private final Long2LongOpenHashMap plansOfChunks = new Long2LongOpenHashMap();
  private final ThinnedChains chains;
  private final long[] stored;
  private int bin = -1;

  PlanBinFold(ThinnedChains chains) {
    this.chains = chains;
    stored = new long[chains.plans()];
  }

  @Override
  public void add(PackedSegment segment, Consumer<Record> output) {
    if (segment.bin() != bin) {
      plansOfChunks.clear();
      bin = segment.bin();
    }
    long plans = chains.plansOf(segment.vm(), segment.number());
    PackedChunks chunks = PackedChunks.read(segment.chunks());
    int start = 0;
    for (int chunk = 0; chunk < chunks.keys().length; chunk++) {
      int bytes = chunks.ends()[chunk] - start;
      start = chunks.ends()[chunk];
      if (!chunks.zeros()[chunk]) {
        long key = chunks.keys()[chunk];
        long knownPlans = plansOfChunks.get(key);
        long newPlans = plans & ~knownPlans;
        if (newPlans != 0) {
          plansOfChunks.put(key, knownPlans | newPlans);
          for (int plan = 0; plan < stored.length; plan++) {
            stored[plan] += (newPlans >>> plan & 1) * bytes;
          }
        }
      }
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    for (int plan = 0; plan < stored.length; plan++) {
      output.accept(new PlanSums.Sum(plan, PlanSums.SRB, stored[plan]));
    }
  }
}
