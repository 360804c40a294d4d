package dev.varve.simulation.availability;

import dev.varve.model.Seed;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.Placement;
import dev.varve.simulation.placement.PlacementSettings;
import dev.varve.simulation.placement.Placements;
import dev.varve.simulation.placement.Redundancy;
import java.io.Serializable;

/**
 * Cluster, placement and redundancy of a fleet's blocks.
 *
 * @param placement one of {@link Placements#NAMES}
 * @param redundancy of private blocks
 * @param popularRedundancy of popular blocks
 */
public record Protection(
    Cluster cluster,
    String placement,
    PlacementSettings settings,
    Redundancy redundancy,
    Redundancy popularRedundancy)
    implements Serializable {

  /** Stored bytes, redundancy included, for given bytes of private and of popular blocks. */
  public double storedBytes(double privateBytes, double popularBytes) {
    return privateBytes * redundancy.storageFold() + popularBytes * popularRedundancy.storageFold();
  }

  Placement placement(Redundancy of, Seed seed) {
    return Placements.named(placement, cluster, of, settings, seed);
  }
}
