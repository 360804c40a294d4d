package dev.varve.simulation.placement;

import java.io.Serializable;

/**
 * Parameters of particular placements; the others ignore them.
 *
 * @param virtualNodes points of each machine on the ring of consistent hashing, at least 1
 * @param scatterWidth copysets: machines that should share data with a machine, at least 1
 */
public record PlacementSettings(int virtualNodes, int scatterWidth) implements Serializable {
  /** 128 points on the ring, scatter width 10 as the copyset paper takes from Facebook. */
  public static final PlacementSettings USUAL = new PlacementSettings(128, 10);

  /** Checks the ranges. */
  public PlacementSettings {
    if (virtualNodes < 1 || scatterWidth < 1) {
      throw new IllegalArgumentException(
          virtualNodes + " virtual nodes, scatter width " + scatterWidth);
    }
  }
}
