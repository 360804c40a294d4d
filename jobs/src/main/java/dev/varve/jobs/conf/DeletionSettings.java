package dev.varve.jobs.conf;

import dev.varve.deletion.DeletionFold;
import dev.varve.deletion.DeletionOrders;
import dev.varve.deletion.RepairRules;
import dev.varve.model.Seed;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What {@code simulate deletion} is asked.
 *
 * @param ways every combination of the lists
 * @param retained snapshots that live at first; 0 for all
 * @param groups of VMs for the grouped mark and sweep
 * @param sigma popular share of the unique chunks
 * @param seed of the random order
 */
public record DeletionSettings(List<Way> ways, int retained, int groups, double sigma, Seed seed) {
  private static final String ROOT = "deletion.";

  /** One way to delete. */
  public record Way(String order, double falsePositiveRatio, double mostLeakedRatio, String repair)
      implements Serializable {
    /** Its fold; retained as in the settings. */
    public DeletionFold fold(int retained, Seed seed) {
      return new DeletionFold(
          falsePositiveRatio,
          DeletionOrders.named(order, seed),
          RepairRules.named(repair, mostLeakedRatio),
          retained == 0 ? Integer.MAX_VALUE : retained);
    }
  }

  /**
   * Reads them from all settings in force.
   *
   * @throws InvalidSettingsException that lists every fault
   */
  public static DeletionSettings read(Map<String, String> texts) {
    SettingReader reader = new SettingReader(texts);
    List<String> rules = reader.names(ROOT + "repair", RepairRules.NAMES);
    List<Double> ratios = reader.numbers(ROOT + "false-positive-ratio", 1e-9, 0.9);
    List<Double> leaks = reader.numbers(ROOT + "most-leaked-ratio", 0, 1);
    List<Way> ways = new ArrayList<>();
    for (String order : reader.names(ROOT + "order", DeletionOrders.NAMES)) {
      for (double ratio : ratios) {
        for (double leak : leaks) {
          rules.forEach(rule -> ways.add(new Way(order, ratio, leak, rule)));
        }
      }
    }
    DeletionSettings settings =
        new DeletionSettings(
            List.copyOf(ways),
            reader.count(ROOT + "retained", 0, 1_000_000),
            reader.count(ROOT + "groups", 1, 10_000),
            reader.number("backup.sigma", 0, 1),
            new Seed(reader.whole("simulation.seed", Long.MIN_VALUE, Long.MAX_VALUE)));
    reader.finish();
    return settings;
  }
}
