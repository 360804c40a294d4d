package dev.varve.simulation.cache;

import java.util.Arrays;

/** The next request for the object of each request. */
final class NextUse {
  private NextUse() {}

  /** For each request the number of the next one for the same object; their number for never. */
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
