package dev.varve.jobs.simulate.deletion;

import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.Section;
import dev.varve.jobs.simulate.SimulationSettings;
import dev.varve.jobs.simulate.reference.PopularSettings;
import dev.varve.model.Seed;
import dev.varve.simulation.deletion.DeletionFold;
import dev.varve.simulation.deletion.DeletionOrders;
import dev.varve.simulation.deletion.RepairRules;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of {@code simulate deletion}: every combination of the lists is a policy.
 *
 * @param order names of deletion orders
 * @param falsePositiveRatio of the Bloom summaries
 * @param mostLeakedRatio the most that may leak, as a share of live bytes, before a VM is repaired
 * @param repair names of repair rules
 * @param retained number of snapshots per VM that exist at the start; 0 for all
 * @param groups number of groups of VMs for the grouped mark and sweep
 * @param partReferences target number of references in a part of the exact mark and sweep
 * @param popular how the popular data is selected
 */
record DeletionSettings(
    @OneOf(in = DeletionOrders.class) List<String> order,
    @Range(low = 1e-9, high = 0.7) List<Double> falsePositiveRatio,
    @Range(low = 0, high = 1) List<Double> mostLeakedRatio,
    @OneOf(in = RepairRules.class) List<String> repair,
    @Range(low = 0, high = 1_000_000) int retained,
    @Range(low = 1, high = 10_000) int groups,
    int partReferences,
    @Section("backup") PopularSettings popular,
    @Section("simulation") SimulationSettings shared)
    implements Serializable {
  /**
   * A deletion policy: the order of deletions, the exactness of the Bloom summaries, and the time
   * of repairs.
   *
   * @param order oldest-first, newest-first or random
   * @param falsePositiveRatio of the summaries
   * @param mostLeakedRatio the most that may leak, as a share of live bytes, before a VM is
   *     repaired
   * @param repair published, cautious or never
   */
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

  List<Policy> policies() {
    List<Policy> policies = new ArrayList<>();
    for (String deletionOrder : order) {
      for (double ratio : falsePositiveRatio) {
        for (double leakedRatio : mostLeakedRatio) {
          repair.forEach(rule -> policies.add(new Policy(deletionOrder, ratio, leakedRatio, rule)));
        }
      }
    }
    return policies;
  }

  /** The seed of the random order. */
  Seed seed() {
    return new Seed(shared.seed());
  }
}
