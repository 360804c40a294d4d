package dev.varve.jobs.simulate.retention;

import dev.varve.content.matching.PopularData;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.simulate.reference.PopularChunks;
import dev.varve.jobs.simulate.reference.References;
import dev.varve.simulation.backup.BackupRules;
import dev.varve.simulation.backup.PopularStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Bytes that the snapshots of each plan take under each scheme of backup. Passes over the segments
 * serve all plans: one for the popular data, one for the VMs' own stores, one for the bins of SRB.
 */
final class PlanSums {
  static final String RAW = "raw";
  static final String PERFECT = "perfect";
  static final String VC = "vc";
  static final String SRB = "srb";

  private final Map<Kind, Long> bytes = new HashMap<>();

  /**
   * Bytes of one kind under a plan, of some snapshots.
   *
   * @param plan number of the plan, a set of snapshots that stay; from 0
   * @param kind raw bytes, or a scheme: perfect, vc or srb
   */
  record Sum(int plan, String kind, long bytes) {}

  private record Kind(int plan, String kind) {}

  private PlanSums() {}

  /**
   * Backs up what stays by each plan.
   *
   * @param engine to which {@link References} has shown the segments, routed to bins
   */
  static PlanSums of(Engine engine, ThinnedChains chains, SnapshotPolicies settings)
      throws IOException {
    BackupRules rules = settings.backup().popular().backupRules().get(0);
    PopularChunks ranked =
        PopularChunks.rank(
            engine,
            Collections.nCopies(chains.plans(), rules),
            chains::segment,
            settings.backup().popular().leftoverChunks());
    PlanSums sums = new PlanSums();
    List<PopularStore> stores = new ArrayList<>();
    for (int plan = 0; plan < chains.plans(); plan++) {
      PopularData popular = ranked.mostPopular(plan, settings.backup().popular().sigma());
      stores.add(new PopularStore(popular, rules.blockBytes()));
      sums.add(new Sum(plan, PERFECT, ranked.unique(plan).bytes()));
      sums.add(new Sum(plan, VC, popular.bytes()));
    }
    engine.fold(
        References.ordered(),
        () -> new PlanFold(chains, rules, stores),
        new Output("plan_sum", Sum.class));
    engine.fold(
        References.binned(), () -> new PlanBinFold(chains), new Output("bin_sum", Sum.class));
    engine.each(
        Query.of("SELECT * FROM plan_sum UNION ALL SELECT * FROM bin_sum"), Sum.class, sums::add);
    return sums;
  }

  private void add(Sum sum) {
    bytes.merge(new Kind(sum.plan(), sum.kind()), sum.bytes(), Long::sum);
  }

  /** The bytes of a kind under a plan. */
  long bytes(int plan, String kind) {
    return bytes.getOrDefault(new Kind(plan, kind), 0L);
  }
}
