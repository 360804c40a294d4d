package dev.varve.jobs.simulate.deletion;

import dev.varve.deletion.DeletionFold;
import dev.varve.deletion.DeletionOrders;
import dev.varve.deletion.RepairRules;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.simulate.reference.PopularSettings;
import dev.varve.model.Seed;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of {@code simulate deletion}.
 *
 * @param policies one for every combination of the lists
 * @param retained snapshots that are live at the start; 0 for all
 * @param groups number of groups of VMs for the grouped mark and sweep
 * @param partReferences references that a part of the exact mark and sweep has
 * @param popular how the popular data is selected
 * @param seed of the random order
 */
record DeletionSettings(
    List<Policy> policies,
    int retained,
    int groups,
    int partReferences,
    PopularSettings popular,
    Seed seed)
    implements Serializable {
  private static final String ROOT = "deletion.";

  /** In which order snapshots are deleted, how exact the summaries are, and when to repair. */
  record Policy(String order, double falsePositiveRatio, double mostLeakedRatio, String repair)
      implements Serializable {
    /** The fold that deletes by this policy. */
    DeletionFold fold(int retained, Seed seed) {
      return new DeletionFold(
          falsePositiveRatio,
          DeletionOrders.named(order, seed),
          RepairRules.named(repair, mostLeakedRatio),
          retained == 0 ? Integer.MAX_VALUE : retained);
    }
  }

  static DeletionSettings read(SettingReader settings) {
    return new DeletionSettings(
        policies(settings),
        settings.count(ROOT + "retained", 0, 1_000_000),
        settings.count(ROOT + "groups", 1, 10_000),
        settings.count(ROOT + "part-references"),
        PopularSettings.read(settings),
        new Seed(settings.whole("simulation.seed", Long.MIN_VALUE, Long.MAX_VALUE)));
  }

  private static List<Policy> policies(SettingReader settings) {
    List<String> rules = settings.names(ROOT + "repair", RepairRules.NAMES);
    List<Double> ratios = settings.numbers(ROOT + "false-positive-ratio", 1e-9, 0.9);
    List<Double> leaks = settings.numbers(ROOT + "most-leaked-ratio", 0, 1);
    List<Policy> policies = new ArrayList<>();
    for (String order : settings.names(ROOT + "order", DeletionOrders.NAMES)) {
      for (double ratio : ratios) {
        for (double leak : leaks) {
          rules.forEach(rule -> policies.add(new Policy(order, ratio, leak, rule)));
        }
      }
    }
    return List.copyOf(policies);
  }
}
