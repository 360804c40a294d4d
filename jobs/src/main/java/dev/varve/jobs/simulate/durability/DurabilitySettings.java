package dev.varve.jobs.simulate.durability;

import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.Section;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.simulate.fleet.ProtectionSettings;
import dev.varve.model.Seed;
import dev.varve.simulation.availability.RepairSettings;
import dev.varve.simulation.availability.RepairSettings.RepairWork;
import java.util.List;

/**
 * Settings of {@code simulate durability}: every combination of the values in the lists is a row.
 *
 * @param protections how blocks are protected
 * @param years length of a trial, in years
 */
record DurabilitySettings(
    @Section(SECTION) ProtectionSettings protections,
    @Range(low = 0.001, high = 1e12) List<Double> meanHoursToFailure,
    long machineBytesPerSecond,
    long totalBytesPerSecond,
    RepairWork repairWork,
    @Range(low = 0.0001, high = 1e6) double years,
    @Range(low = 1, high = 1_000_000_000) int trials) {
  static final String SECTION = "durability";

  /** The settings of failures and repairs, one for each combination. */
  List<RepairSettings> repairs() {
    return meanHoursToFailure.stream()
        .map(
            hours ->
                new RepairSettings(hours, machineBytesPerSecond, totalBytesPerSecond, repairWork))
        .toList();
  }

  long blockBytes() {
    return protections.blocks().blockBytes();
  }

  double confidence() {
    return protections.shared().confidence();
  }

  Seed seed() {
    return new Seed(protections.shared().seed());
  }

  static DurabilitySettings read(SettingReader settings) {
    DurabilitySettings configured = settings.bind(SECTION, DurabilitySettings.class);
    if (settings.isFaultless()) {
      configured.protections.requireFit(settings, SECTION);
    }
    return configured;
  }
}
