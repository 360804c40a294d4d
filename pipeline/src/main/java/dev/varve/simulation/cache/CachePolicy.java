package dev.varve.simulation.cache;

/**
 * Decides which objects a cache of limited bytes contains. Objects are whole, have numbers 0..n-1
 * and sizes that never change. The server of the requests calls {@link #contains}, reports each
 * request that found its object by {@link #hit}, and passes every object that it has made to {@link
 * #admit}. Evictions are reported to the listener that the policy was made with, once the object is
 * gone.
 *
 * <p>Policies learn from requests by these two calls alone. So an admission counts as the request
 * that it was made for, also when it was made ahead of any.
 */
public interface CachePolicy {
  /** The capacity, never exceeded. */
  long capacityBytes();

  /** The sum of the sizes of the objects in the cache. */
  long usedBytes();

  /** Whether the object is cached; changes nothing. */
  boolean contains(int id);

  /**
   * A request found this object.
   *
   * @throws IllegalStateException when it is not cached
   */
  void hit(int id);

  /**
   * Takes in an object that has just been made, after evicting what must give way; nothing happens
   * when it is cached already. An object larger than the cache is never taken, and some policies
   * refuse others, as they say; then nothing about this one is reported to the listener.
   *
   * @return whether the object is cached now
   */
  boolean admit(int id);
}
