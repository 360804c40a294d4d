package dev.varve.jobs.simulate.fleet;

import dev.varve.availability.Protection;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.model.Seed;
import dev.varve.placement.Cluster;
import dev.varve.placement.PlacementSettings;
import dev.varve.placement.Placements;
import dev.varve.placement.Redundancy;
import java.util.ArrayList;
import java.util.List;

/**
 * How blocks are protected: every combination of the lists in turn.
 *
 * @param clusters machines in their racks
 * @param redundancies of private blocks
 * @param popularRedundancies of popular blocks
 * @param placements names
 * @param placementSettings parameters of particular placements
 */
public record ProtectionSettings(
    List<Cluster> clusters,
    List<Redundancy> redundancies,
    List<Redundancy> popularRedundancies,
    List<String> placements,
    PlacementSettings placementSettings) {
  public static final int MOST_MACHINES = 1_000_000;

  /**
   * Reads the lists of a section, and the settings that both sections share.
   *
   * @param section availability or durability
   */
  public static ProtectionSettings read(SettingReader settings, String section) {
    int perRack = settings.count("simulation.machines-per-rack", 1, MOST_MACHINES);
    return new ProtectionSettings(
        settings.counts(section + ".machines", 1, MOST_MACHINES).stream()
            .map(machines -> new Cluster(machines, (machines + perRack - 1) / perRack))
            .toList(),
        redundancies(settings, section + ".replicas"),
        redundancies(settings, section + ".popular-replicas"),
        settings.names(section + ".placement", Placements.NAMES),
        new PlacementSettings(
            settings.count("simulation.virtual-nodes", 1, 100_000),
            settings.count("simulation.scatter-width", 1, MOST_MACHINES)));
  }

  /** The seed of everything that is drawn. */
  public static Seed seed(SettingReader settings) {
    return new Seed(settings.whole("simulation.seed", Long.MIN_VALUE, Long.MAX_VALUE));
  }

  /** The confidence of all intervals. */
  public static double confidence(SettingReader settings) {
    return settings.number("simulation.confidence", 0.5, 0.999999999);
  }

  private static List<Redundancy> redundancies(SettingReader settings, String key) {
    return settings.parsed(key, Redundancy::parse, Redundancy.replicas(1));
  }

  /** Reports values that do not go together, though each is sound by itself. */
  public void check(SettingReader settings, String section) {
    clusters.forEach(cluster -> checkShards(settings, section, cluster));
  }

  private void checkShards(SettingReader settings, String section, Cluster cluster) {
    checkShards(settings, section + ".replicas", redundancies, cluster);
    checkShards(settings, section + ".popular-replicas", popularRedundancies, cluster);
  }

  private void checkShards(
      SettingReader settings, String key, List<Redundancy> listed, Cluster cluster) {
    for (Redundancy redundancy : listed) {
      if (redundancy.shards() > cluster.machines()) {
        settings.fault(
            "%s %s do not fit on %d machines".formatted(key, redundancy, cluster.machines()));
      }
      if (placements.contains("copyset") && redundancy.shards() < 2) {
        settings.fault("%s %s: placement copyset needs at least 2".formatted(key, redundancy));
      }
    }
  }

  /**
   * Every combination. Without popular blocks only the first popular redundancy is used, because it
   * has no effect.
   */
  public List<Protection> of(SchemeBlocks blocks) {
    List<Redundancy> popular =
        blocks.popularCount() > 0 ? popularRedundancies : popularRedundancies.subList(0, 1);
    List<Protection> protections = new ArrayList<>();
    for (Cluster cluster : clusters) {
      for (String placement : placements) {
        for (Redundancy redundancy : redundancies) {
          for (Redundancy ofPopular : popular) {
            protections.add(
                new Protection(cluster, placement, placementSettings, redundancy, ofPopular));
          }
        }
      }
    }
    return protections;
  }
}
