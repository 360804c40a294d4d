package dev.varve.simulation.cache;

import java.util.Arrays;

/**
 * PFOO-L, a bound on the hits of any cache filled on demand, whatever the sizes, offline or online.
 * A hit needs its object to be cached from the request before until this one: an interval that
 * costs its size times its length. The cache has a volume of its capacity times the requests after
 * the first. The bound gives this volume to the cheapest intervals first, even if together they
 * exceed the capacity at some moment.
 *
 * @see <a href="https://doi.org/10.1145/3224427">Berger, Beckmann, Harchol-Balter: Practical bounds
 *     on optimal caching with variable object sizes (POMACS 2018)</a>
 * @param hits upper bound of the hits
 * @param hitBytes upper bound of the bytes of hits; of the first interval that no longer fits, a
 *     part counts, rounded up
 */
public record PfooBound(long hits, long hitBytes) {
  /**
   * Relative addition to the volume, so that rounding in sums of many costs never makes the bound
   * too low.
   */
  private static final double ROUNDING = 1e-9;

  /**
   * The bound for a sequence of requests; 12 bytes a request while it runs.
   *
   * @param requests the object of each, in order
   * @param sizes bytes of each object
   * @param capacityBytes of the cache
   */
  public static PfooBound of(int[] requests, long[] sizes, long capacityBytes) {
    int[] next = NextUse.of(requests, sizes.length);
    double volume = (double) capacityBytes * Math.max(0, requests.length - 1) * (1 + ROUNDING);
    return new PfooBound(
        hits(requests, next, sizes, capacityBytes, volume),
        hitBytes(requests, next, sizes, capacityBytes, volume));
  }

  /** Upper bound of the hits; {@code next} is {@code requests.length} where there is no next. */
  private static long hits(
      int[] requests, int[] next, long[] sizes, long capacityBytes, double volume) {
    double[] costs = new double[requests.length];
    int intervals = 0;
    for (int request = 0; request < requests.length; request++) {
      long bytes = sizes[requests[request]];
      if (next[request] < requests.length && bytes <= capacityBytes) {
        costs[intervals++] = (double) bytes * (next[request] - request);
      }
    }
    Arrays.sort(costs, 0, intervals);
    int hits = 0;
    for (double left = volume; hits < intervals && costs[hits] <= left; hits++) {
      left -= costs[hits];
    }
    return hits;
  }

  /**
   * Upper bound of the bytes of hits. A byte of a hit costs its interval's length, so the shortest
   * intervals are the cheapest.
   */
  private static long hitBytes(
      int[] requests, int[] next, long[] sizes, long capacityBytes, double volume) {
    long[] bytesOfLength = new long[requests.length];
    for (int request = 0; request < requests.length; request++) {
      long bytes = sizes[requests[request]];
      if (next[request] < requests.length && bytes <= capacityBytes) {
        bytesOfLength[next[request] - request] += bytes;
      }
    }
    long hitBytes = 0;
    double left = volume;
    for (int length = 1; length < requests.length && left > 0; length++) {
      long affordable = Math.min(bytesOfLength[length], (long) Math.ceil(left / length));
      hitBytes += affordable;
      left -= (double) affordable * length;
    }
    return hitBytes;
  }
}
