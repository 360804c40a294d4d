package dev.varve.jobs.simulate.pull;

import dev.varve.jobs.engine.Fold;
import dev.varve.simulation.cache.Belady;
import dev.varve.simulation.cache.PfooBound;
import dev.varve.simulation.pull.PullTally;
import dev.varve.simulation.request.PullRequest;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * Computes the hits of a cache that knows all future requests. Belady's rule is an upper bound only
 * for layers of equal size, PFOO-L for layers of any size. Memory: 4 bytes per pull, and 12 more at
 * the end.
 */
final class BoundFold implements Fold<RequestRow> {
  private final long[] sizes;
  private final long capacity;
  private final SummaryRow.Setting belady;
  private final SummaryRow.Setting offline;
  private final IntArrayList pulls = new IntArrayList();

  /**
   * A fold that has seen no request.
   *
   * @param sizes bytes of each layer
   * @param capacity bytes of the cache
   * @param belady columns of the row of Belady's rule
   * @param offline columns of the row of PFOO-L
   */
  BoundFold(long[] sizes, long capacity, SummaryRow.Setting belady, SummaryRow.Setting offline) {
    this.sizes = sizes;
    this.capacity = capacity;
    this.belady = belady;
    this.offline = offline;
  }

  @Override
  public void add(RequestRow row, Consumer<Record> output) {
    PullRequest request = row.pull();
    if (request.verb() == PullRequest.Verb.GET && request.layer() != PullRequest.NO_LAYER) {
      pulls.add(request.layer());
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    int[] requested = pulls.toIntArray();
    BitSet hits = Belady.hits(requested, sizes, capacity);
    PfooBound bound = PfooBound.of(requested, sizes, capacity);
    long bytes = 0;
    long hitBytes = 0;
    for (int pull = 0; pull < requested.length; pull++) {
      bytes += sizes[requested[pull]];
      hitBytes += hits.get(pull) ? sizes[requested[pull]] : 0;
    }
    output.accept(row(belady, requested.length, hits.cardinality(), bytes, hitBytes));
    output.accept(row(offline, requested.length, bound.hits(), bytes, bound.hitBytes()));
  }

  private static SummaryRow row(
      SummaryRow.Setting setting, long gets, long hits, long bytes, long hitBytes) {
    return new SummaryRow(
        setting,
        null,
        null,
        new PullTally.Gets(gets, hits, 0, gets - hits, bytes, hitBytes),
        null,
        null,
        null);
  }
}
