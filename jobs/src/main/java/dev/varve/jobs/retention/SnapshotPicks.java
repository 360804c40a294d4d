package dev.varve.jobs.retention;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.schema.Tables;
import dev.varve.retention.ChainPolicy;
import dev.varve.retention.DatedSnapshot;
import dev.varve.retention.ThinnedChain;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Which snapshots each policy keeps. Policies that keep the same are one plan, which is simulated
 * once.
 */
final class SnapshotPicks {
  private final ChainSettings settings;
  private final Instant now;
  private final Map<String, List<Dated>> vms = new LinkedHashMap<>();
  private final List<Integer> planOfPolicy = new ArrayList<>();
  private final List<Map<String, BitSet>> plans = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  /**
   * A row of {@code schemas/simulate/retention_snapshot.sql}.
   *
   * @param micros when it was taken, or first seen
   * @param known whether it was taken then
   */
  record Dated(
      String vm, String snapshot, int number, int parentNumber, long micros, boolean known) {}

  /** A row of {@code retention_snapshot}. */
  private record PickRow(
      String policy, String vm, String snapshot, Instant takenAt, @Nullable String rule) {}

  /** Picks by every policy. */
  SnapshotPicks(ChainSettings settings, Instant now, List<Dated> snapshots) {
    this.settings = settings;
    this.now = now;
    for (Dated one : snapshots) {
      vms.computeIfAbsent(one.vm(), vm -> new ArrayList<>()).add(one);
    }
    settings.policies().forEach(this::pick);
  }

  /** Rows of {@code retention_snapshot}. */
  List<Row> rows() {
    return rows;
  }

  /** The index of the plan of each policy. */
  List<Integer> planOfPolicy() {
    return planOfPolicy;
  }

  /** Snapshots that each plan keeps. */
  List<Integer> kept() {
    return plans.stream()
        .map(plan -> plan.values().stream().mapToInt(BitSet::cardinality).sum())
        .toList();
  }

  /** The chains of each VM as each plan leaves them. */
  Map<String, List<ThinnedChain>> chains() {
    Map<String, List<ThinnedChain>> chains = new HashMap<>();
    vms.forEach(
        (vm, snapshots) -> {
          int[] parents = snapshots.stream().mapToInt(Dated::parentNumber).toArray();
          List<ThinnedChain> thinned = new ArrayList<>();
          for (Map<String, BitSet> plan : plans) {
            BitSet of = plan.getOrDefault(vm, new BitSet());
            boolean[] kept = new boolean[parents.length];
            of.stream().forEach(number -> kept[number] = true);
            thinned.add(ThinnedChain.of(parents, kept));
          }
          chains.put(vm, List.copyOf(thinned));
        });
    return chains;
  }

  private void pick(ChainSettings.Policy policy) {
    RowBinder<PickRow> binder = Tables.rows("retention_snapshot", PickRow.class);
    Map<String, BitSet> kept = new HashMap<>();
    vms.forEach(
        (vm, snapshots) -> {
          List<DatedSnapshot> chain = new ArrayList<>();
          for (Dated one : snapshots) {
            chain.add(new DatedSnapshot(one.number(), time(one, snapshots.size())));
          }
          Map<DatedSnapshot, String> rules = kept(policy, chain);
          BitSet numbers = new BitSet();
          rules.keySet().forEach(one -> numbers.set(one.number()));
          kept.put(vm, numbers);
          for (DatedSnapshot one : chain) {
            if (policy.tool() != null) {
              String name = snapshots.get(one.number()).snapshot();
              rows.add(
                  binder.row(new PickRow(policy.label(), vm, name, one.takenAt(), rules.get(one))));
            }
          }
        });
    int plan = plans.indexOf(kept);
    if (plan < 0) {
      plan = plans.size();
      plans.add(kept);
    }
    planOfPolicy.add(plan);
  }

  private Map<DatedSnapshot, String> kept(ChainSettings.Policy policy, List<DatedSnapshot> chain) {
    String tool = policy.tool();
    if (tool == null) {
      Map<DatedSnapshot, String> all = new HashMap<>();
      chain.forEach(one -> all.put(one, "all"));
      return all;
    }
    return ChainPolicy.named(tool, policy.rules(), settings.zone(), now).kept(chain);
  }

  /** With made-up times the newest snapshot of every VM was taken just now. */
  private Instant time(Dated one, int snapshots) {
    Duration spacing = settings.spacing();
    return spacing.isZero()
        ? Instant.EPOCH.plus(one.micros(), ChronoUnit.MICROS)
        : now.minus(spacing.multipliedBy(snapshots - 1L - one.number())).minusSeconds(1);
  }
}
