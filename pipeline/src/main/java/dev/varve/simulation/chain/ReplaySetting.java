package dev.varve.simulation.chain;

import java.io.Serializable;

/**
 * Settings of a replay of the look-ups of a chain.
 *
 * @param method chained or direct
 * @param tables which L2 tables files have
 * @param scope whether each file has a cache, or all share one
 * @param cacheBytes capacity of each file's cache, or of the shared cache
 * @param mergedFiles number of the oldest files above the base that are merged into it before the
 *     replay
 */
public record ReplaySetting(
    Method method, TableRule tables, CacheScope scope, long cacheBytes, int mergedFiles)
    implements Serializable {

  /** Method of finding the file that owns a cluster. */
  public enum Method {
    /** File after file, from the newest down. */
    CHAINED,
    /** The newest file's tables name it. */
    DIRECT
  }

  /** The owner of a cache of L2 slices. */
  public enum CacheScope {
    /** Each file its own, as in QEMU. */
    PER_FILE,
    /** All files one. */
    SHARED
  }
}
