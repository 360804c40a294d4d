package dev.varve.simulation.placement;

import dev.varve.model.Seed;
import java.util.List;

/** Placements by their names in the settings. */
public final class Placements {
  /** Every name. */
  public static final List<String> NAMES =
      List.of("uniform", "rack-aware", "consistent-hash", "copyset");

  private Placements() {}

  /**
   * The policy of a name.
   *
   * @param redundancy of which a block's shards are no more than there are machines
   * @throws IllegalArgumentException when there is no such policy or the machines are too few
   */
  public static Placement named(
      String name, Cluster cluster, Redundancy redundancy, PlacementSettings settings, Seed seed) {
    int shards = redundancy.shards();
    if (shards > cluster.machines()) {
      throw new IllegalArgumentException(shards + " shards on " + cluster.machines() + " machines");
    }
    return switch (name) {
      case "uniform" -> new UniformPlacement(cluster, shards, seed);
      case "rack-aware" -> new RackAwarePlacement(cluster, redundancy, seed);
      case "consistent-hash" ->
          new ConsistentHashPlacement(cluster, shards, settings.virtualNodes(), seed);
      case "copyset" -> new CopysetPlacement(cluster, shards, settings.scatterWidth(), seed);
      default -> throw new IllegalArgumentException("no placement: " + name + ", but " + NAMES);
    };
  }
}
