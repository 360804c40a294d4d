package dev.varve.simulation.cache;

import java.util.BitSet;

/**
 * Replay of requests on a cache that is filled on demand: each request that misses admits its
 * object immediately.
 */
public final class Replay {
  private Replay() {}

  /**
   * The set of requests that hit, by number.
   *
   * @param policy empty before the first request
   * @param requests the object of each, in order
   */
  public static BitSet hits(CachePolicy policy, int[] requests) {
    BitSet hits = new BitSet(requests.length);
    for (int request = 0; request < requests.length; request++) {
      int id = requests[request];
      if (policy.contains(id)) {
        policy.hit(id);
        hits.set(request);
      } else {
        policy.admit(id);
      }
    }
    return hits;
  }
}
