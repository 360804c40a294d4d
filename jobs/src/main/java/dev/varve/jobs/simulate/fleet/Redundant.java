package dev.varve.jobs.simulate.fleet;

import dev.varve.availability.Protection;
import dev.varve.placement.Redundancy;
import org.jspecify.annotations.Nullable;

/** How blocks are kept; nothing of popular ones where there are none. */
public record Redundant(
    String placement,
    String redundancy,
    @Nullable String popularRedundancy,
    int replicas,
    @Nullable Integer popularReplicas) {

  /** Of a protection of these blocks. */
  public static Redundant of(Protection protection, SchemeBlocks blocks) {
    return of(
        protection.placement(),
        protection.redundancy(),
        blocks.popular(protection.popularRedundancy()));
  }

  /** By replicas or shards. */
  public static Redundant of(
      String placement, Redundancy redundancy, @Nullable Redundancy popular) {
    return new Redundant(
        placement,
        redundancy.toString(),
        popular == null ? null : popular.toString(),
        redundancy.shards(),
        popular == null ? null : popular.shards());
  }
}
