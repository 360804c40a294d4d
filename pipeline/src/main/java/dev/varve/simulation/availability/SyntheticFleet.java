package dev.varve.simulation.availability;

import dev.varve.model.Seed;
import java.util.random.RandomGenerator;

/**
 * Generator of fleets from a seed, for worlds larger than the data at hand: with given numbers of
 * owners and blocks, and given mean sharing degrees. A block of degree V has floor(V) or ceil(V)
 * owners, so that the mean is V. First owners of blocks are taken in turn, so that no owner is
 * without blocks; further owners are random.
 */
public final class SyntheticFleet {
  private SyntheticFleet() {}

  /**
   * A graph in which all blocks have the same mean sharing degree.
   *
   * @param firstBlock number of the first block
   * @param sharingDegree mean number of distinct owners of a block, 1..owners
   */
  public static ShareGraph graph(
      int owners, int blocks, double sharingDegree, long firstBlock, Seed seed) {
    return graph(owners, blocks, sharingDegree, firstBlock, seed, 0, owners);
  }

  /**
   * The part of this graph with owners {@code from..to-1}, renumbered from 0, and the blocks that
   * they touch.
   */
  public static ShareGraph graph(
      int owners, int blocks, double sharingDegree, long firstBlock, Seed seed, int from, int to) {
    if (!(sharingDegree >= 1 && sharingDegree <= owners)) {
      throw new IllegalArgumentException("sharing degree " + sharingDegree + " of " + owners);
    }
    Seed fleet = seed.at("fleet");
    ShareGraphBuilder builder = new ShareGraphBuilder(to - from);
    int whole = (int) sharingDegree;
    int[] takenBy = new int[owners]; // the last block of each owner, from 1
    for (int block = 0; block < blocks; block++) {
      int owner = block % owners;
      if (sharingDegree == 1 && !(owner >= from && owner < to)) {
        continue; // the block's only owner is outside of this part
      }
      RandomGenerator random = fleet.at(firstBlock + block).random();
      int degree = random.nextDouble() < sharingDegree - whole ? whole + 1 : whole;
      for (int count = 0; count < degree; ) {
        if (takenBy[owner] != block + 1) {
          takenBy[owner] = block + 1;
          if (owner >= from && owner < to) {
            builder.add(firstBlock + block, owner - from);
          }
          count++;
        }
        owner = random.nextInt(owners);
      }
    }
    return builder.build();
  }
}
