package dev.varve.simulation.cache;

import it.unimi.dsi.fastutil.ints.IntComparators;
import it.unimi.dsi.fastutil.ints.IntHeapIndirectPriorityQueue;
import java.util.BitSet;

/**
 * Belady's offline policy MIN, which knows the whole sequence: each missed object is admitted, and
 * the objects whose next use is farthest away are evicted for it. When all sizes are equal, no
 * cache that admits every requested object has more hits. When sizes differ, this is a reference
 * and no bound; see {@link PfooBound}. An object larger than the cache is not admitted.
 *
 * @see <a href="https://doi.org/10.1147/sj.52.0078">Belady: A study of replacement algorithms for a
 *     virtual-storage computer (1966)</a>
 */
public final class Belady {
  private Belady() {}

  /**
   * The set of requests that hit, by number. Memory: 4 bytes a request and 12 an object while it
   * runs.
   *
   * @param requests the object of each request, in order
   * @param sizes bytes of each object
   */
  public static BitSet hits(int[] requests, long[] sizes, long capacityBytes) {
    int[] next = NextUse.of(requests, sizes.length);
    int[] nextOf = new int[sizes.length];
    var cached = new IntHeapIndirectPriorityQueue(nextOf, IntComparators.OPPOSITE_COMPARATOR);
    long usedBytes = 0;
    BitSet hits = new BitSet(requests.length);
    for (int request = 0; request < requests.length; request++) {
      int id = requests[request];
      nextOf[id] = next[request];
      if (cached.contains(id)) {
        hits.set(request);
        cached.changed(id);
      } else if (sizes[id] <= capacityBytes) {
        for (; usedBytes > capacityBytes - sizes[id]; usedBytes -= sizes[cached.dequeue()]) {}
        cached.enqueue(id);
        usedBytes += sizes[id];
      }
    }
    return hits;
  }
}
