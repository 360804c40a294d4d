package dev.varve.simulation.cache;

/** A cache that admits nothing: the lower end of every comparison. */
final class NoCache implements CachePolicy {
  @Override
  public long capacityBytes() {
    return 0;
  }

  @Override
  public long usedBytes() {
    return 0;
  }

  @Override
  public boolean contains(int id) {
    return false;
  }

  @Override
  public void hit(int id) {
    throw new IllegalStateException("object " + id + " is not in the cache");
  }

  @Override
  public boolean admit(int id) {
    return false;
  }
}
