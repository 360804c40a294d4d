package dev.varve.jobs.simulate.fleet;

import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.Section;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.simulate.SimulationSettings;
import dev.varve.simulation.availability.Protection;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.PlacementSettings;
import dev.varve.simulation.placement.Placements;
import dev.varve.simulation.placement.Redundancy;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of the protection of blocks, in sections availability and durability. Every combination
 * of the values in the lists is simulated.
 *
 * @param machines numbers of machines
 * @param replicas numbers of replicas of private blocks
 * @param popularReplicas numbers of replicas of popular blocks
 * @param placement names of placements
 * @param blocks size of the blocks of files
 * @param shared seed, racks and parameters of placements
 */
public record ProtectionSettings(
    @Range(low = 1, high = MAX_MACHINES) List<Integer> machines,
    List<Redundancy> replicas,
    List<Redundancy> popularReplicas,
    @OneOf(in = Placements.class) List<String> placement,
    @Section("backup") Blocks blocks,
    @Section("simulation") SimulationSettings shared) {
  public static final int MAX_MACHINES = 1_000_000;

  /** The blocks that files of a registry are packed into. */
  public record Blocks(long blockBytes) {}

  /** The machines in their racks. */
  public List<Cluster> clusters() {
    int perRack = shared.machinesPerRack();
    return machines.stream()
        .map(count -> new Cluster(count, (count + perRack - 1) / perRack))
        .toList();
  }

  /** Reports values that do not go together, though each is sound by itself. */
  public void requireFit(SettingReader settings, String section) {
    for (Cluster cluster : clusters()) {
      checkShards(settings, section + ".replicas", replicas, cluster);
      checkShards(settings, section + ".popular-replicas", popularReplicas, cluster);
    }
  }

  private void checkShards(
      SettingReader settings, String key, List<Redundancy> listed, Cluster cluster) {
    for (Redundancy redundancy : listed) {
      if (redundancy.shards() > cluster.machines()) {
        settings.fault(
            "%s %s do not fit on %d machines".formatted(key, redundancy, cluster.machines()));
      }
      if (placement.contains("copyset") && redundancy.shards() < 2) {
        settings.fault("%s %s: placement copyset needs at least 2".formatted(key, redundancy));
      }
    }
  }

  /**
   * Every combination. Without popular blocks only the first popular redundancy is used, because it
   * has no effect.
   */
  public List<Protection> combinations(SchemeBlocks blocks) {
    PlacementSettings placing = new PlacementSettings(shared.virtualNodes(), shared.scatterWidth());
    List<Redundancy> popular =
        blocks.popularCount() > 0 ? popularReplicas : popularReplicas.subList(0, 1);
    List<Protection> protections = new ArrayList<>();
    for (Cluster cluster : clusters()) {
      for (String name : placement) {
        for (Redundancy redundancy : replicas) {
          popular.forEach(
              ofPopular ->
                  protections.add(new Protection(cluster, name, placing, redundancy, ofPopular)));
        }
      }
    }
    return protections;
  }
}
