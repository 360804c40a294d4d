package dev.varve.simulation.pull;

import dev.varve.simulation.request.PullRequest;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of the pulls of layers, by classes of their stored sizes. Percentiles are exact.
 * Memory: 8 bytes a pull, and 8 more at the end.
 */
public final class PullTally {
  private final PulledLayers layers;
  private final SizeClasses classes;
  private final SizeClass[] tallies;

  /** No pulls yet. */
  public PullTally(PulledLayers layers, SizeClasses classes) {
    this.layers = layers;
    this.classes = classes;
    tallies = new SizeClass[classes.count()];
    Arrays.setAll(tallies, one -> new SizeClass());
  }

  /**
   * Number of GETs by outcome, and the bytes that clients fetched by them.
   *
   * @param gets requests for layers
   * @param hits ready in the cache
   * @param waits their restore had begun
   * @param misses their restore began
   * @param getBytes fetched by the clients
   * @param hitBytes of hits
   */
  public record Gets(long gets, long hits, long waits, long misses, long getBytes, long hitBytes) {
    static final Gets NONE = new Gets(0, 0, 0, 0, 0, 0);

    Gets plus(Gets other) {
      return new Gets(
          gets + other.gets,
          hits + other.hits,
          waits + other.waits,
          misses + other.misses,
          getBytes + other.getBytes,
          hitBytes + other.hitBytes);
    }

    static Gets one(Outcome outcome, long bytes) {
      boolean hit = outcome == Outcome.HIT;
      return new Gets(
          1,
          hit ? 1 : 0,
          outcome == Outcome.WAIT ? 1 : 0,
          outcome == Outcome.MISS ? 1 : 0,
          bytes,
          hit ? bytes : 0);
    }
  }

  /** Percentiles of the latency by nearest rank, so each is a latency that occurred. */
  public record Percentiles(long p50Nanos, long p90Nanos, long p99Nanos, long maxNanos) {}

  /**
   * The pulls of a class.
   *
   * @param fromBytes null for all classes together
   * @param toBytes upper limit, exclusive; null where there is none
   * @param latency the sum over all pulls, part by part
   * @param percentiles null without pulls
   */
  public record Summary(
      @Nullable Long fromBytes,
      @Nullable Long toBytes,
      Gets gets,
      Latency latency,
      @Nullable Percentiles percentiles) {}

  private static final class SizeClass {
    private Gets gets = Gets.NONE;
    private Latency latency = Latency.NONE;
    private final LongArrayList nanos = new LongArrayList();
  }

  /** Adds a result; results of other requests than pulls of layers are ignored. */
  public void add(PullResult result) {
    PullRequest request = result.request();
    if (request.layer() == PullRequest.NO_LAYER || request.verb() != PullRequest.Verb.GET) {
      return;
    }
    boolean whole = result.outcome() == Outcome.WHOLE;
    long stored = layers.storedBytes(request.layer());
    SizeClass tally = tallies[classes.classOf(stored)];
    long fetched = whole ? stored : layers.restoredBytes(request.layer());
    tally.gets = tally.gets.plus(Gets.one(result.outcome(), fetched));
    tally.latency = tally.latency.plus(result.latency());
    tally.nanos.add(result.latency().nanos());
  }

  /** The summary of all pulls, then one of each class that has any. */
  public List<Summary> summaries() {
    List<Summary> summaries = new ArrayList<>();
    SizeClass all = new SizeClass();
    for (int at = 0; at < tallies.length; at++) {
      SizeClass tally = tallies[at];
      if (!tally.nanos.isEmpty()) {
        all.gets = all.gets.plus(tally.gets);
        all.latency = all.latency.plus(tally.latency);
        all.nanos.addAll(tally.nanos);
        Long from = at == 0 ? 0L : classes.limits().get(at - 1);
        summaries.add(
            summary(from, at == tallies.length - 1 ? null : classes.limits().get(at), tally));
      }
    }
    summaries.add(0, summary(null, null, all));
    return summaries;
  }

  private static Summary summary(@Nullable Long from, @Nullable Long to, SizeClass tally) {
    long[] sorted = tally.nanos.toLongArray();
    Arrays.sort(sorted);
    Percentiles percentiles =
        sorted.length == 0
            ? null
            : new Percentiles(
                rank(sorted, 0.5), rank(sorted, 0.9), rank(sorted, 0.99), rank(sorted, 1));
    return new Summary(from, to, tally.gets, tally.latency, percentiles);
  }

  private static long rank(long[] sorted, double share) {
    return sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)];
  }
}
