package dev.varve.simulation.cache;

import java.util.BitSet;

/**
 * A cache without a limit: only the first request for each object misses, which no cache filled on
 * demand avoids.
 */
final class UnboundedCache implements CachePolicy {
  private final long[] sizes;
  private final BitSet cached;
  private long usedBytes;

  UnboundedCache(long[] sizes) {
    this.sizes = sizes;
    cached = new BitSet(sizes.length);
  }

  @Override
  public long capacityBytes() {
    return Long.MAX_VALUE;
  }

  @Override
  public long usedBytes() {
    return usedBytes;
  }

  @Override
  public boolean contains(int id) {
    return cached.get(id);
  }

  @Override
  public void hit(int id) {
    if (!cached.get(id)) {
      throw new IllegalStateException("object " + id + " is not in the cache");
    }
  }

  @Override
  public boolean admit(int id) {
    if (!cached.get(id)) {
      cached.set(id);
      usedBytes += sizes[id];
    }
    return true;
  }
}
