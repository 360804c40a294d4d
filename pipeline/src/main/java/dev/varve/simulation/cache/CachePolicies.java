package dev.varve.simulation.cache;

import java.util.List;
import java.util.function.IntConsumer;

/** Cache policies by their names in the settings. */
public final class CachePolicies {
  /** All names; the first and the last are the lower and the upper end of every comparison. */
  public static final List<String> NAMES =
      List.of("none", "lru", "arc", "sieve", "s3-fifo", "w-tinylfu", "unbounded");

  private CachePolicies() {}

  /**
   * An empty cache with the policy of this name.
   *
   * @param sizes bytes of each object, by its number, at least 0; not copied
   * @param capacityBytes at least 0; {@code none} and {@code unbounded} ignore it
   * @param evicted receives the number of each evicted object
   * @throws IllegalArgumentException when there is no such policy or a size is negative
   */
  public static CachePolicy named(
      String name, long[] sizes, long capacityBytes, IntConsumer evicted) {
    for (long bytes : sizes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("an object of " + bytes + " bytes");
      }
    }
    if (capacityBytes < 0) {
      throw new IllegalArgumentException("a cache of " + capacityBytes + " bytes");
    }
    return switch (name) {
      case "none" -> new NoCache();
      case "lru" -> new Lru(sizes, capacityBytes, evicted);
      case "arc" -> new Arc(sizes, capacityBytes, evicted);
      case "sieve" -> new Sieve(sizes, capacityBytes, evicted);
      case "s3-fifo" -> new S3Fifo(sizes, capacityBytes, evicted);
      case "w-tinylfu" -> new WTinyLfu(sizes, capacityBytes, evicted);
      case "unbounded" -> new UnboundedCache(sizes);
      default -> throw new IllegalArgumentException("no cache: " + name + ", but " + NAMES);
    };
  }
}
