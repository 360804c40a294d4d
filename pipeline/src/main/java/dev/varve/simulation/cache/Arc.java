package dev.varve.simulation.cache;

import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;

/**
 * ARC (adaptive replacement cache). List {@code T1} contains objects that were used once, {@code
 * T2} objects that were used again, each with the latest use first. Lists {@code B1} and {@code B2}
 * remember the objects evicted from T1 and T2, without their bytes. A request for a remembered
 * object moves {@code p}, the target of T1's bytes: up for an object in B1, down for one in B2.
 *
 * <p>Objects differ in size, so all lengths of the paper are bytes here. p moves by the requested
 * object's size times {@code max(1, |other| / |own|)}, where own is the list B1 or B2 that
 * remembers it. For equal sizes this is the paper's rule. Objects are replaced until the new one
 * fits. Before each replacement for an object that was not remembered, the lists are shortened.
 * When T1, B1 and the new object exceed the capacity, the oldest of B1 is forgotten. Where B1 is
 * empty, the oldest of T1 leaves without being remembered. Otherwise the oldest of B2 is forgotten
 * when all four lists reach twice the capacity.
 *
 * @see <a
 *     href="https://www.usenix.org/conference/fast-03/arc-self-tuning-low-overhead-replacement-cache">
 *     Megiddo, Modha: ARC (FAST 2003)</a>
 */
final class Arc implements CachePolicy {
  private static final int T1 = 0;
  private static final int T2 = 1;
  private static final int B1 = 2;
  private static final int B2 = 3;

  private final Queues queues;
  private final long capacityBytes;
  private final IntConsumer evicted;
  private final IntToLongFunction step;
  private double target;

  Arc(long[] sizes, long capacityBytes, IntConsumer evicted) {
    this(sizes, capacityBytes, evicted, id -> sizes[id]);
  }

  /**
   * An ARC with a given step of adaptation.
   *
   * @param step the least bytes by which p moves when a remembered object is requested
   */
  Arc(long[] sizes, long capacityBytes, IntConsumer evicted, IntToLongFunction step) {
    queues = new Queues(sizes, 4);
    this.capacityBytes = capacityBytes;
    this.evicted = evicted;
    this.step = step;
  }

  @Override
  public long capacityBytes() {
    return capacityBytes;
  }

  @Override
  public long usedBytes() {
    return queues.bytes(T1) + queues.bytes(T2);
  }

  @Override
  public boolean contains(int id) {
    return queues.queueOf(id) == T1 || queues.queueOf(id) == T2;
  }

  @Override
  public void hit(int id) {
    if (!contains(id)) {
      throw new IllegalStateException("object " + id + " is not in the cache");
    }
    queues.toFront(T2, id);
  }

  @Override
  public boolean admit(int id) {
    if (contains(id)) {
      return true;
    }
    if (queues.bytesOf(id) > capacityBytes) {
      return false;
    }
    int rememberedIn = queues.queueOf(id);
    if (rememberedIn != Queues.NONE) {
      adapt(rememberedIn, step.applyAsLong(id));
      queues.remove(id);
    }
    while (usedBytes() > capacityBytes - queues.bytesOf(id)) {
      if (rememberedIn != Queues.NONE) {
        replace(rememberedIn);
      } else {
        evictFor(queues.bytesOf(id));
      }
    }
    queues.toFront(rememberedIn == Queues.NONE ? T1 : T2, id);
    return true;
  }

  private void adapt(int rememberedIn, long bytes) {
    double ownBytes = Math.max(1, queues.bytes(rememberedIn));
    double otherBytes = queues.bytes(rememberedIn == B1 ? B2 : B1);
    double move = Math.max(1, otherBytes / ownBytes) * bytes;
    target =
        rememberedIn == B1
            ? Math.min(target + move, (double) capacityBytes)
            : Math.max(target - move, 0);
  }

  /** Case IV of the paper. */
  private void evictFor(long bytes) {
    long bytesUsedOnce = queues.bytes(T1) + queues.bytes(B1);
    if (bytesUsedOnce > capacityBytes - bytes) {
      if (queues.isEmpty(B1)) {
        int victim = queues.lastOf(T1);
        queues.remove(victim);
        evicted.accept(victim);
        return;
      }
      queues.remove(queues.lastOf(B1));
    } else if (!queues.isEmpty(B2)
        && bytesUsedOnce + queues.bytes(T2) + queues.bytes(B2) >= 2 * capacityBytes) {
      queues.remove(queues.lastOf(B2));
    }
    replace(Queues.NONE);
  }

  /** REPLACE of the paper. */
  private void replace(int rememberedIn) {
    long bytesUsedOnce = queues.bytes(T1);
    boolean isAboveTarget =
        bytesUsedOnce > target || (bytesUsedOnce == target && rememberedIn == B2);
    boolean fromT1 = queues.isEmpty(T2) || (isAboveTarget && !queues.isEmpty(T1));
    int victim = queues.lastOf(fromT1 ? T1 : T2);
    queues.toFront(fromT1 ? B1 : B2, victim);
    evicted.accept(victim);
  }
}
