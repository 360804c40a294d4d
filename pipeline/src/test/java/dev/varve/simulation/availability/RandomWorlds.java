package dev.varve.simulation.availability;

import dev.varve.model.Seed;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.PlacementSettings;
import dev.varve.simulation.placement.Redundancy;
import java.util.random.RandomGenerator;

/** Small fleets and ways to keep them, grown from a seed. */
final class RandomWorlds {
  private RandomWorlds() {}

  static Fleet fleet(RandomGenerator random, int mostOwners, int mostBlocks) {
    int owners = 1 + random.nextInt(mostOwners);
    int privateBlocks = random.nextInt(mostBlocks + 1);
    return new Fleet(
        graph(random, owners, privateBlocks, 0),
        graph(random, owners, random.nextInt(mostBlocks + 1 - privateBlocks), 1000));
  }

  static ShareGraph graph(RandomGenerator random, int owners, int blocks, long firstBlock) {
    ShareGraphBuilder builder = new ShareGraphBuilder(owners);
    for (int block = 0; block < blocks; block++) {
      int degree = 1 + random.nextInt(Math.min(owners, 4));
      for (int i = 0; i < degree; i++) {
        builder.add(firstBlock + block, random.nextInt(owners));
      }
    }
    return builder.build();
  }

  static Protection protection(RandomGenerator random, String placement, int machines) {
    return new Protection(
        new Cluster(machines, 1 + random.nextInt(Math.min(4, machines))),
        placement,
        new PlacementSettings(4, 4),
        redundancy(random, machines),
        redundancy(random, machines));
  }

  static Redundancy redundancy(RandomGenerator random, int machines) {
    int shards = 1 + random.nextInt(Math.min(5, machines));
    int needed = random.nextBoolean() ? 1 : 1 + random.nextInt(shards);
    return new Redundancy(shards, needed);
  }

  static RandomGenerator random(String test, long world) {
    return new Seed(2024).at(test).at(world).random();
  }
}
