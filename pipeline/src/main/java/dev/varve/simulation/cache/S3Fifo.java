package dev.varve.simulation.cache;

import java.util.function.IntConsumer;

/**
 * S3-FIFO: a small queue of 10 % of the bytes, a main queue, and a ghost queue that remembers 90 %
 * of the capacity's bytes. An object that leaves the small queue goes to the main queue when it was
 * hit at least twice. Otherwise it is evicted and remembered. A remembered object that is requested
 * again enters the main queue directly. An object at the end of the main queue that has hits enters
 * it again with one hit less; at most three hits count.
 *
 * <p>Objects differ in size, and bytes are counted as in the authors' simulator. New objects enter
 * the small queue, so an object that is not smaller than this queue is refused. Until the first
 * eviction, objects enter the main queue when the small queue is full. The main queue evicts when
 * it is above its 90 % or the small queue is empty, until the new object fits.
 *
 * @see <a href="https://doi.org/10.1145/3600006.3613147">Yang et al.: FIFO queues are all you need
 *     for cache eviction (SOSP 2023)</a>
 */
final class S3Fifo implements CachePolicy {
  private static final double SMALL_RATIO = 0.1;
  private static final double GHOST_RATIO = 0.9;
  private static final int HITS_TO_MAIN = 2;
  private static final int MOST_HITS = 3;

  private static final int SMALL = 0;
  private static final int MAIN = 1;
  private static final int GHOST = 2;

  private final Queues queues;
  private final byte[] hits;
  private final long capacityBytes;
  private final long smallBytes;
  private final long ghostBytes;
  private final IntConsumer evicted;
  private boolean hasEvicted;

  S3Fifo(long[] sizes, long capacityBytes, IntConsumer evicted) {
    queues = new Queues(sizes, 3);
    hits = new byte[sizes.length];
    this.capacityBytes = capacityBytes;
    this.evicted = evicted;
    smallBytes = (long) (capacityBytes * SMALL_RATIO);
    ghostBytes = (long) (capacityBytes * GHOST_RATIO);
  }

  @Override
  public long capacityBytes() {
    return capacityBytes;
  }

  @Override
  public long usedBytes() {
    return queues.bytes(SMALL) + queues.bytes(MAIN);
  }

  @Override
  public boolean contains(int id) {
    return queues.queueOf(id) == SMALL || queues.queueOf(id) == MAIN;
  }

  @Override
  public void hit(int id) {
    if (!contains(id)) {
      throw new IllegalStateException("object " + id + " is not in the cache");
    }
    hits[id] = (byte) Math.min(MOST_HITS, hits[id] + 1);
  }

  @Override
  public boolean admit(int id) {
    if (contains(id)) {
      return true;
    }
    if (queues.bytesOf(id) >= smallBytes) {
      return false;
    }
    boolean remembered = queues.queueOf(id) == GHOST;
    if (remembered) {
      queues.remove(id);
    }
    while (usedBytes() > capacityBytes - queues.bytesOf(id)) {
      evict();
    }
    boolean passedOn = !hasEvicted && queues.bytes(SMALL) >= smallBytes;
    queues.toFront(remembered || passedOn ? MAIN : SMALL, id);
    hits[id] = 0;
    return true;
  }

  private void evict() {
    hasEvicted = true;
    boolean fromMain = queues.isEmpty(SMALL) || queues.bytes(MAIN) > capacityBytes - smallBytes;
    int victim = fromMain ? leaveMain() : leaveSmall();
    if (victim != Queues.NONE) {
      evicted.accept(victim);
    }
  }

  /**
   * Evicts one object from the small queue and returns it; NONE when all of its objects went to the
   * main queue instead.
   */
  private int leaveSmall() {
    while (!queues.isEmpty(SMALL)) {
      int oldest = queues.lastOf(SMALL);
      if (hits[oldest] < HITS_TO_MAIN) {
        remember(oldest);
        return oldest;
      }
      queues.toFront(MAIN, oldest);
      hits[oldest] = 0;
    }
    return Queues.NONE;
  }

  private int leaveMain() {
    int oldest = queues.lastOf(MAIN);
    while (hits[oldest] > 0) {
      hits[oldest]--;
      queues.toFront(MAIN, oldest);
      oldest = queues.lastOf(MAIN);
    }
    queues.remove(oldest);
    return oldest;
  }

  private void remember(int id) {
    queues.remove(id);
    while (!queues.isEmpty(GHOST) && queues.bytes(GHOST) > ghostBytes - queues.bytesOf(id)) {
      queues.remove(queues.lastOf(GHOST));
    }
    queues.toFront(GHOST, id);
  }
}
