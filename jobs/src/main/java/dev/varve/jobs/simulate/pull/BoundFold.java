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
 * Computes the hits of a cache that knows all future requests. These must come sorted by their
 * numbers. Belady's rule is an upper bound only for layers of equal size, PFOO-L for layers of any
 * size. Memory: 4 bytes per pull, and 12 more at the end.
 */
final class BoundFold implements Fold<RequestRow> {
  private final long[] layerBytes;
  private final long cacheBytes;
  private final SummaryRow.Setting belady;
  private final SummaryRow.Setting offline;
  private final IntArrayList pulls = new IntArrayList();

  /**
   * A fold that has seen no request.
   *
   * @param layerBytes bytes of each layer
   * @param cacheBytes bytes of the cache
   * @param belady columns of the row of Belady's rule
   * @param offline columns of the row of PFOO-L
   */
  BoundFold(
      long[] layerBytes, long cacheBytes, SummaryRow.Setting belady, SummaryRow.Setting offline) {
    this.layerBytes = layerBytes;
    this.cacheBytes = cacheBytes;
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
    BitSet hits = Belady.hits(requested, layerBytes, cacheBytes);
    PfooBound bound = PfooBound.of(requested, layerBytes, cacheBytes);
    long bytes = 0;
    long hitBytes = 0;
    for (int pull = 0; pull < requested.length; pull++) {
      bytes += layerBytes[requested[pull]];
      hitBytes += hits.get(pull) ? layerBytes[requested[pull]] : 0;
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
