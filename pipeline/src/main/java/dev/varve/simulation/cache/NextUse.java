package dev.varve.simulation.cache;

import java.util.Arrays;

/** Index from each request to the next request for the same object. */
final class NextUse {
  private NextUse() {}

  /**
   * For each request the number of the next request for the same object; the count of all requests
   * when there is none.
   */
  static int[] of(int[] requests, int objects) {
    int[] nextOf = new int[objects];
    Arrays.fill(nextOf, requests.length);
    int[] next = new int[requests.length];
    for (int request = requests.length - 1; request >= 0; request--) {
      next[request] = nextOf[requests[request]];
      nextOf[requests[request]] = request;
    }
    return next;
  }
}
