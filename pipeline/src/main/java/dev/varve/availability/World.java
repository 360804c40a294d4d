package dev.varve.availability;

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
  private final double[] repairBlocks;

  private World(int owners, int machines, List<MachineSets> kinds, double[] repairBlocks) {
    this.owners = owners;
    this.machines = machines;
    this.kinds = kinds;
    this.repairBlocks = repairBlocks;
  }

  /** Places every block of the fleet, from the seed. */
  public static World of(Fleet fleet, Protection protection, Seed seed) {
    int machines = protection.cluster().machines();
    long[] shards = new long[machines];
    MachineSets privateSets =
        MachineSets.of(
            fleet.privateBlocks(),
            protection.placement(protection.redundancy(), seed),
            protection.redundancy(),
            shards);
    long[] popularShards = new long[machines];
    MachineSets popularSets =
        MachineSets.of(
            fleet.popularBlocks(),
            protection.placement(protection.popularRedundancy(), seed),
            protection.popularRedundancy(),
            popularShards);
    double[] repairBlocks = new double[machines];
    for (int machine = 0; machine < machines; machine++) {
      // A shard is 1/needed of a block, and needed shards are read to restore it.
      repairBlocks[machine] = shards[machine] + popularShards[machine];
    }
    return new World(fleet.owners(), machines, List.of(privateSets, popularSets), repairBlocks);
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

  /** Blocks that must be read to restore the blocks of a machine, whole blocks also for codes. */
  public double repairBlocks(int machine) {
    return repairBlocks[machine];
  }

  List<MachineSets> kinds() {
    return kinds;
  }
}
