package dev.varve.simulation.cache;

import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * SIEVE: objects stay in the order of their arrival, a hit marks one as visited. A hand walks from
 * the oldest object to the newest, and then begins again. It removes the marks it passes, evicts
 * the first object without a mark, and stays at that place. As objects differ in size, it evicts
 * until the new object fits.
 *
 * @see <a href="https://www.usenix.org/conference/nsdi24/presentation/zhang-yazhuo">Zhang et al.:
 *     SIEVE is simpler than LRU (NSDI 2024)</a>
 */
final class Sieve implements CachePolicy {
  private static final int CACHED = 0;

  private final Queues queues;
  private final BitSet visited;
  private final long capacityBytes;
  private final IntConsumer evicted;

  /** The object at which the hand goes on; NONE for the oldest object. */
  private int hand = Queues.NONE;

  Sieve(long[] sizes, long capacityBytes, IntConsumer evicted) {
    queues = new Queues(sizes, 1);
    visited = new BitSet(sizes.length);
    this.capacityBytes = capacityBytes;
    this.evicted = evicted;
  }

  @Override
  public long capacityBytes() {
    return capacityBytes;
  }

  @Override
  public long usedBytes() {
    return queues.bytes(CACHED);
  }

  @Override
  public boolean contains(int id) {
    return queues.queueOf(id) == CACHED;
  }

  @Override
  public void hit(int id) {
    if (!contains(id)) {
      throw new IllegalStateException("object " + id + " is not in the cache");
    }
    visited.set(id);
  }

  @Override
  public boolean admit(int id) {
    if (contains(id)) {
      return true;
    }
    if (queues.bytesOf(id) > capacityBytes) {
      return false;
    }
    while (usedBytes() > capacityBytes - queues.bytesOf(id)) {
      evict();
    }
    queues.toFront(CACHED, id);
    return true;
  }

  private void evict() {
    int victim = hand == Queues.NONE ? queues.lastOf(CACHED) : hand;
    while (visited.get(victim)) {
      visited.clear(victim);
      int newer = queues.neighbourBefore(victim);
      victim = newer == Queues.NONE ? queues.lastOf(CACHED) : newer;
    }
    hand = queues.neighbourBefore(victim);
    queues.remove(victim);
    evicted.accept(victim);
  }
}
