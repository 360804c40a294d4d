package dev.varve.simulation.cache;

import java.util.function.IntConsumer;

/** LRU: evicts the least recently used objects until the new one fits. */
final class Lru implements CachePolicy {
  private static final int CACHED = 0;

  private final Queues queues;
  private final long capacityBytes;
  private final IntConsumer evicted;

  Lru(long[] sizes, long capacityBytes, IntConsumer evicted) {
    queues = new Queues(sizes, 1);
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
    queues.remove(id);
    queues.toFront(CACHED, id);
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
      int victim = queues.lastOf(CACHED);
      queues.remove(victim);
      evicted.accept(victim);
    }
    queues.toFront(CACHED, id);
    return true;
  }
}
