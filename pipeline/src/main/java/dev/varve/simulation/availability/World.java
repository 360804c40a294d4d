package dev.varve.simulation.availability;

import dev.varve.model.Seed;
import java.util.List;

/**
 * A fleet placed on its machines, reduced to distinct machine sets with the owners of each: blocks
 * on the same machines are lost together. Immutable; any number of threads may run trials on it.
 * Memory: about four bytes a shard and an edge, while it is made twice that and eight bytes a
 * block.
 */
public final class World {
  private final int owners;
  private final int machines;
  private final List<MachineSets> kinds;
  private final long[] privateShards;
  private final long[] popularShards;

  private World(
      int owners,
      int machines,
      List<MachineSets> kinds,
      long[] privateShards,
      long[] popularShards) {
    this.owners = owners;
    this.machines = machines;
    this.kinds = kinds;
    this.privateShards = privateShards;
    this.popularShards = popularShards;
  }

  /** Places every block of the fleet, from the seed. */
  public static World of(Fleet fleet, Protection protection, Seed seed) {
    int machines = protection.cluster().machines();
    long[] privateShards = new long[machines];
    MachineSets privateSets =
        MachineSets.of(
            fleet.privateBlocks(),
            protection.placement(protection.redundancy(), seed),
            protection.redundancy(),
            privateShards);
    long[] popularShards = new long[machines];
    MachineSets popularSets =
        MachineSets.of(
            fleet.popularBlocks(),
            protection.placement(protection.popularRedundancy(), seed),
            protection.popularRedundancy(),
            popularShards);
    return new World(
        fleet.owners(), machines, List.of(privateSets, popularSets), privateShards, popularShards);
  }

  /** VMs or images. */
  public int owners() {
    return owners;
  }

  /** p. */
  public int machines() {
    return machines;
  }

  /** Distinct sets of machines that are lost in a way of their own. */
  public long machineSets() {
    return privateSets() + popularSets();
  }

  /** Distinct sets of machines that store private blocks. */
  public long privateSets() {
    return kinds.get(0).count();
  }

  /**
   * Distinct sets of machines that store popular blocks, without those that store private blocks of
   * the same redundancy too: they are lost with these.
   */
  public long popularSets() {
    return kinds.get(1).countWithout(kinds.get(0));
  }

  /**
   * Bytes that are read to restore the shards of a machine. A shard of a code is 1/needed of its
   * block, and {@code needed} shards are read for it: as many bytes as the block has.
   *
   * @param privateBlockBytes mean bytes of a private block
   * @param popularBlockBytes mean bytes of a popular block
   */
  public double repairBytes(int machine, double privateBlockBytes, double popularBlockBytes) {
    return privateShards[machine] * privateBlockBytes + popularShards[machine] * popularBlockBytes;
  }

  List<MachineSets> kinds() {
    return kinds;
  }
}
