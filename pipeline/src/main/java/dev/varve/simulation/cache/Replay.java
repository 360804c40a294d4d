package dev.varve.simulation.cache;

import java.util.BitSet;

/** A cache filled on demand: each request that misses admits its object immediately. */
public final class Replay {
  private Replay() {}

  /**
   * Requests that hit.
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
