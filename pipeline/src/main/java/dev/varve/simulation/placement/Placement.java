package dev.varve.simulation.placement;

/**
 * Decides which machines store a block. The answer depends on the seed it was made from and on the
 * block's number alone, so neither the order of the blocks nor their partitions can matter.
 */
public interface Placement {
  /** Machines that store a block, all distinct. */
  int shards();

  /**
   * Writes the block's machines into {@code machines[from .. from + shards - 1]}.
   *
   * @param block its number, unique in the world
   */
  void place(long block, int[] machines, int from);
}
