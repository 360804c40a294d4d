package dev.varve.simulation.availability;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The blocks of a deduplicated store and their owners. Under a scheme without popular blocks, such
 * as VO or storage by layer, the second graph is empty.
 *
 * @param privateBlocks blocks kept with the usual redundancy
 * @param popularBlocks blocks of the popular data set; same owners, other block numbers
 */
public record Fleet(ShareGraph privateBlocks, ShareGraph popularBlocks) implements Serializable {
  /** Checks that both kinds have the same owners. */
  public Fleet {
    if (privateBlocks.ownerCount() != popularBlocks.ownerCount()) {
      throw new IllegalArgumentException(
          privateBlocks.ownerCount() + " and " + popularBlocks.ownerCount() + " owners");
    }
    for (long block : popularBlocks.blocks()) {
      if (Arrays.binarySearch(privateBlocks.blocks(), block) >= 0) {
        throw new IllegalArgumentException("block " + block + " is private and popular");
      }
    }
  }

  /** A scheme without popular blocks. */
  public static Fleet of(ShareGraph blocks) {
    return new Fleet(blocks, ShareGraph.empty(blocks.ownerCount()));
  }

  /** Number of owners, which are VMs or images. */
  public int owners() {
    return privateBlocks.ownerCount();
  }
}
