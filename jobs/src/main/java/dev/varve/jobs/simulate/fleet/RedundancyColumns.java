package dev.varve.jobs.simulate.fleet;

import dev.varve.simulation.availability.Protection;
import dev.varve.simulation.placement.Redundancy;
import org.jspecify.annotations.Nullable;

/**
 * Placement and redundancy in a result row; those of popular blocks are null where the scheme has
 * no popular blocks.
 *
 * @param placement uniform, rack-aware, consistent-hash or copyset
 * @param redundancy of private blocks: r for so many replicas, rs-k-m for Reed-Solomon
 * @param popularRedundancy of popular blocks, likewise
 * @param replicas machines that a private block is stored on: r, or k + m
 * @param popularReplicas machines that a popular block is stored on
 */
public record RedundancyColumns(
    String placement,
    String redundancy,
    @Nullable String popularRedundancy,
    int replicas,
    @Nullable Integer popularReplicas) {

  /** Columns of a protection; popular ones where the scheme has popular blocks. */
  public static RedundancyColumns of(Protection protection, SchemeBlocks blocks) {
    return of(
        protection.placement(),
        protection.redundancy(),
        blocks.popular(protection.popularRedundancy()));
  }

  /** Columns of a placement with its redundancy, by replicas or shards. */
  public static RedundancyColumns of(
      String placement, Redundancy redundancy, @Nullable Redundancy popular) {
    return new RedundancyColumns(
        placement,
        redundancy.toString(),
        popular == null ? null : popular.toString(),
        redundancy.shards(),
        popular == null ? null : popular.shards());
  }
}
