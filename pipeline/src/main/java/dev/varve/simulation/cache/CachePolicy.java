package dev.varve.simulation.cache;

/**
 * Policy that decides which objects a cache of limited bytes contains. Objects are whole, have
 * numbers 0..n-1 and sizes that never change. The server of the requests calls {@link #contains},
 * reports each request that found its object by {@link #hit}, and passes every object that it has
 * made to {@link #admit}. Evictions are reported to the listener that the policy was made with,
 * once the object is gone.
 *
 * <p>Policies learn of requests by {@link #hit} and {@link #admit} alone. So an admission counts as
 * a request, also when the object was made ahead of any request.
 */
public interface CachePolicy {
  /** The capacity, never exceeded. */
  long capacityBytes();

  /** The sum of the sizes of the objects in the cache. */
  long usedBytes();

  /** Whether the object is cached; changes nothing. */
  boolean contains(int id);

  /**
   * Notes that a request found this object.
   *
   * @throws IllegalStateException when it is not cached
   */
  void hit(int id);

  /**
   * Takes in an object that has just been made, after evicting what must give way; nothing happens
   * when it is cached already. An object larger than the cache is never admitted, and some policies
   * refuse further objects. The listener gets no report of a refused object.
   *
   * @return whether the object is cached now
   */
  boolean admit(int id);
}
