package dev.varve.jobs.simulate.durability;

import dev.varve.availability.RepairSettings;
import dev.varve.availability.RepairSettings.RepairWork;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.simulate.fleet.ProtectionSettings;
import dev.varve.model.Seed;
import java.util.List;
import java.util.Map;

/**
 * Settings of {@code simulate durability}: every combination of the lists is a row.
 *
 * @param protections how blocks are protected
 * @param repairs how machines fail and are repaired
 * @param years length of a trial
 * @param blockBytes size of a block when the fleet is synthetic or packed from a registry's files
 */
record DurabilitySettings(
    ProtectionSettings protections,
    List<RepairSettings> repairs,
    double years,
    int trials,
    double confidence,
    long blockBytes,
    Seed seed) {
  private static final String SECTION = "durability";
  private static final String ROOT = SECTION + ".";

  static DurabilitySettings read(SettingReader settings) {
    double machineBytes = settings.bytes(ROOT + "machine-bytes-per-second");
    double totalBytes = settings.bytes(ROOT + "total-bytes-per-second");
    RepairWork work =
        settings.choice(
            ROOT + "repair-work",
            Map.of("fixed", () -> RepairWork.FIXED, "exponential", () -> RepairWork.EXPONENTIAL));
    DurabilitySettings asked =
        new DurabilitySettings(
            ProtectionSettings.read(settings, SECTION),
            settings.numbers(ROOT + "mean-hours-to-failure", 0.001, 1e12).stream()
                .map(hours -> new RepairSettings(hours, machineBytes, totalBytes, work))
                .toList(),
            settings.number(ROOT + "years", 0.0001, 1e6),
            settings.count(ROOT + "trials", 1, 1_000_000_000),
            ProtectionSettings.confidence(settings),
            settings.bytes("backup.block-bytes"),
            ProtectionSettings.seed(settings));
    if (settings.isSound()) {
      asked.protections.check(settings, SECTION);
    }
    return asked;
  }
}
