package dev.varve.simulation.cache;

import java.util.function.IntConsumer;

/**
 * W-TinyLFU: an LRU window of 1 % of the bytes, and behind it a segmented LRU. An object enters the
 * segmented part on probation; a hit there makes it protected. Protected objects take up to 80 % of
 * the segmented part. An object that leaves the window enters the segmented part while there is
 * space. Otherwise it contends with the object that would be evicted for it, and the one with fewer
 * recent uses is evicted. Every hit and admission is a use.
 *
 * <p>Objects differ in size: a candidate must have more recent uses than all the objects together
 * that would be evicted for it. (These are the aggregated victims of Einziger et al. 2022; for
 * equal sizes this is the first paper's rule.) An object larger than the window contends
 * immediately, and is refused when it loses; one larger than the other 99 % is always refused. Uses
 * are counted by {@link UseCounts}: one counter an object, up to 15. All are halved after ten uses
 * for each cached object.
 *
 * @see <a href="https://doi.org/10.1145/3149371">Einziger, Friedman, Manes: TinyLFU, a highly
 *     efficient cache admission policy (ACM TOS 2017)</a>
 * @see <a href="https://doi.org/10.1145/3507920">Einziger, Eytan, Friedman, Manes: Lightweight
 *     robust size aware cache management (ACM TOS 2022)</a>
 */
final class WTinyLfu implements CachePolicy {
  private static final double WINDOW_RATIO = 0.01;
  private static final double PROTECTED_RATIO = 0.8;
  private static final int USES_FOR_EACH_OBJECT = 10;

  private static final int WINDOW = 0;
  private static final int PROBATION = 1;
  private static final int PROTECTED = 2;

  private final Queues queues;
  private final UseCounts uses;
  private final long capacityBytes;
  private final long windowBytes;
  private final long protectedBytes;
  private final IntConsumer evicted;
  private int cached;

  WTinyLfu(long[] sizes, long capacityBytes, IntConsumer evicted) {
    queues = new Queues(sizes, 3);
    uses = new UseCounts(sizes.length);
    this.capacityBytes = capacityBytes;
    this.evicted = evicted;
    windowBytes = (long) (capacityBytes * WINDOW_RATIO);
    protectedBytes = (long) ((capacityBytes - windowBytes) * PROTECTED_RATIO);
  }

  @Override
  public long capacityBytes() {
    return capacityBytes;
  }

  @Override
  public long usedBytes() {
    return queues.bytes(WINDOW) + mainBytes();
  }

  @Override
  public boolean contains(int id) {
    return queues.queueOf(id) != Queues.NONE;
  }

  @Override
  public void hit(int id) {
    if (!contains(id)) {
      throw new IllegalStateException("object " + id + " is not in the cache");
    }
    count(id);
    queues.toFront(queues.queueOf(id) == WINDOW ? WINDOW : PROTECTED, id);
    while (queues.bytes(PROTECTED) > protectedBytes) {
      queues.toFront(PROBATION, queues.lastOf(PROTECTED));
    }
  }

  @Override
  public boolean admit(int id) {
    if (contains(id)) {
      return true;
    }
    count(id);
    if (queues.bytesOf(id) > windowBytes) {
      return admitToMain(id);
    }
    cached++;
    queues.toFront(WINDOW, id);
    while (queues.bytes(WINDOW) > windowBytes) {
      int candidate = queues.lastOf(WINDOW);
      queues.remove(candidate);
      cached--;
      if (!admitToMain(candidate)) {
        evicted.accept(candidate);
      }
    }
    return true;
  }

  private void count(int id) {
    uses.add(id, (long) USES_FOR_EACH_OBJECT * Math.max(1, cached));
  }

  private long mainBytes() {
    return queues.bytes(PROBATION) + queues.bytes(PROTECTED);
  }

  /** Puts a candidate into the segmented part, on probation, unless it loses its contest. */
  private boolean admitToMain(int candidate) {
    long needed = mainBytes() + queues.bytesOf(candidate) - (capacityBytes - windowBytes);
    if (queues.bytesOf(candidate) > capacityBytes - windowBytes
        || !outweighsVictims(candidate, needed)) {
      return false;
    }
    while (mainBytes() + queues.bytesOf(candidate) > capacityBytes - windowBytes) {
      int victim = queues.lastOf(queues.isEmpty(PROBATION) ? PROTECTED : PROBATION);
      queues.remove(victim);
      cached--;
      evicted.accept(victim);
    }
    queues.toFront(PROBATION, candidate);
    cached++;
    return true;
  }

  /**
   * Whether a candidate has more recent uses than all objects together that must be evicted for the
   * needed bytes.
   */
  private boolean outweighsVictims(int candidate, long needed) {
    if (needed <= 0) {
      return true;
    }
    int usesLeft = uses.count(candidate);
    int victim = queues.lastOf(PROBATION);
    boolean onProbation = true;
    while (needed > 0 && usesLeft > 0) {
      if (onProbation && victim == Queues.NONE) {
        onProbation = false;
        victim = queues.lastOf(PROTECTED);
      }
      usesLeft -= uses.count(victim);
      needed -= queues.bytesOf(victim);
      victim = queues.neighbourBefore(victim);
    }
    return usesLeft > 0;
  }
}
