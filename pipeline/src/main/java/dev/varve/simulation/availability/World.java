package dev.varve.simulation.availability;

import dev.varve.model.Seed;
import java.util.List;

/**
 * A fleet placed on its machines, reduced to distinct machine sets with the owners of each: blocks
 * on the same machines are lost together. Immutable; any number of threads may run trials on it.
 * Memory: about 4 bytes a shard and 4 an edge; while it is built, twice this and 8 bytes a block.
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

  /** Number of owners, which are VMs or images. */
  public int owners() {
    return owners;
  }

  /** Number of machines. */
  public int machines() {
    return machines;
  }

  /**
   * Number of distinct sets of machines whose losses differ: sets of private blocks, and sets of
   * popular blocks that are not among them.
   */
  public long machineSets() {
    return privateSets() + popularSets();
  }

  /** Distinct sets of machines that store private blocks. */
  public long privateSets() {
    return kinds.get(0).count();
  }

  /**
   * Number of distinct sets of machines that store popular blocks. Sets that also store private
   * blocks of the same redundancy do not count, because both are lost together.
   */
  public long popularSets() {
    return kinds.get(1).countWithout(kinds.get(0));
  }

  /**
   * Bytes that are read to restore the shards of a machine. To restore a shard of a code, {@code
   * needed} other shards are read. Each has 1/needed of the block's bytes, so the bytes read are
   * those of the whole block.
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
