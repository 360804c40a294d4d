package dev.varve.jobs.conf;

import dev.varve.availability.RepairSettings;
import dev.varve.availability.RepairSettings.RepairWork;
import dev.varve.model.Seed;
import dev.varve.placement.Cluster;
import dev.varve.placement.PlacementSettings;
import dev.varve.placement.Placements;
import dev.varve.placement.Redundancy;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What {@code simulate durability} is asked: every combination of the lists is a row.
 *
 * @param repairs how machines fail and are filled again
 * @param years length of a trial
 * @param blockBytes of a block that is not counted
 */
public record DurabilitySettings(
    List<Cluster> clusters,
    List<Redundancy> redundancies,
    List<Redundancy> popularRedundancies,
    List<String> placements,
    PlacementSettings placementSettings,
    List<RepairSettings> repairs,
    double years,
    int trials,
    double confidence,
    long blockBytes,
    Seed seed) {
  private static final String ROOT = "durability.";

  /**
   * Reads them from all settings in force.
   *
   * @throws InvalidSettingsException that lists every fault
   */
  public static DurabilitySettings read(Map<String, String> texts) {
    SettingReader reader = new SettingReader(texts);
    double machineBytes = reader.bytes(ROOT + "machine-bytes-per-second");
    double totalBytes = reader.bytes(ROOT + "total-bytes-per-second");
    String work = reader.name(ROOT + "repair-work", List.of("fixed", "exponential"));
    RepairWork repairWork = work.equals("fixed") ? RepairWork.FIXED : RepairWork.EXPONENTIAL;
    DurabilitySettings settings =
        new DurabilitySettings(
            AvailabilitySettings.clusters(reader, ROOT + "machines"),
            reader.redundancies(ROOT + "replicas"),
            reader.redundancies(ROOT + "popular-replicas"),
            reader.names(ROOT + "placement", Placements.NAMES),
            AvailabilitySettings.placementSettings(reader),
            reader.numbers(ROOT + "mean-hours-to-failure", 0.001, 1e12).stream()
                .map(hours -> new RepairSettings(hours, machineBytes, totalBytes, repairWork))
                .toList(),
            reader.number(ROOT + "years", 0.0001, 1e6),
            reader.count(ROOT + "trials", 1, 1_000_000_000),
            reader.number("simulation.confidence", 0.5, 0.999999999),
            reader.bytes("backup.block-bytes"),
            new Seed(reader.whole("simulation.seed", Long.MIN_VALUE, Long.MAX_VALUE)));
    if (reader.isSound()) {
      settings.clusters.forEach(
          cluster ->
              AvailabilitySettings.checkShards(
                  reader,
                  ROOT,
                  cluster,
                  settings.redundancies,
                  settings.popularRedundancies,
                  settings.placements));
    }
    reader.finish();
    return settings;
  }

  /** The name of a kind of work. */
  public static String name(RepairWork work) {
    return work.name().toLowerCase(Locale.ROOT);
  }
}
