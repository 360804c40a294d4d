package dev.varve.jobs.simulate.retention;

import dev.varve.retention.ChainPolicy;
import dev.varve.retention.DatedSnapshot;
import dev.varve.retention.ThinnedChain;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots that stay by each policy. Policies that select the same are one plan, which is
 * simulated once.
 */
final class SnapshotSelection {
  private final SnapshotPolicies settings;
  private final Instant now;
  private final Map<String, List<ListedSnapshot>> vms = new LinkedHashMap<>();
  private final List<Integer> planOfPolicy = new ArrayList<>();
  private final List<Map<String, BitSet>> plans = new ArrayList<>();
  private final List<SelectionRow> rows = new ArrayList<>();

  /** A row of {@code schemas/simulate/retention_snapshot.sql}. */
  record ListedSnapshot(
      String vm,
      String snapshot,
      int number,
      int parentNumber,
      @Nullable Instant takenAt,
      @Nullable Instant firstSeenAt,
      String runId) {
    private static final int TIME_LETTERS = "yyyyMMddTHHmmssSSS".length();
    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS").withZone(ZoneOffset.UTC);

    /** When it was taken, else first seen; rows of earlier versions have that in their run's id. */
    Instant time() {
      if (takenAt != null) {
        return takenAt;
      }
      return firstSeenAt != null
          ? firstSeenAt
          : TIME.parse(runId.substring(0, TIME_LETTERS), Instant::from);
    }
  }

  /** A row of {@code retention_snapshot}. */
  record SelectionRow(
      String policy, String vm, String snapshot, Instant takenAt, @Nullable String rule) {}

  /** Selects by every policy. */
  SnapshotSelection(SnapshotPolicies settings, Instant now, List<ListedSnapshot> snapshots) {
    this.settings = settings;
    this.now = now;
    for (ListedSnapshot one : snapshots) {
      vms.computeIfAbsent(one.vm(), vm -> new ArrayList<>()).add(one);
    }
    settings.policies().forEach(this::select);
  }

  /** Rows of {@code retention_snapshot}. */
  List<SelectionRow> rows() {
    return rows;
  }

  /** The index of the plan of each policy. */
  List<Integer> planOfPolicy() {
    return planOfPolicy;
  }

  /** Number of snapshots that stay by each plan. */
  List<Integer> remaining() {
    return plans.stream()
        .map(plan -> plan.values().stream().mapToInt(BitSet::cardinality).sum())
        .toList();
  }

  /** The chains of each VM as each plan leaves them. */
  ThinnedChains chains() {
    Map<String, List<ThinnedChain>> chains = new HashMap<>();
    vms.forEach(
        (vm, snapshots) -> {
          int[] parents = snapshots.stream().mapToInt(ListedSnapshot::parentNumber).toArray();
          List<ThinnedChain> thinned = new ArrayList<>();
          for (Map<String, BitSet> plan : plans) {
            BitSet staying = plan.getOrDefault(vm, new BitSet());
            boolean[] stays = new boolean[parents.length];
            staying.stream().forEach(number -> stays[number] = true);
            thinned.add(ThinnedChain.of(parents, stays));
          }
          chains.put(vm, List.copyOf(thinned));
        });
    return new ThinnedChains(chains, plans.size());
  }

  private void select(SnapshotPolicies.Policy policy) {
    Map<String, BitSet> staying = new HashMap<>();
    vms.forEach(
        (vm, snapshots) -> {
          List<DatedSnapshot> chain = new ArrayList<>();
          for (ListedSnapshot one : snapshots) {
            chain.add(new DatedSnapshot(one.number(), time(one, snapshots.size())));
          }
          Map<DatedSnapshot, String> rules = rules(policy, chain);
          BitSet numbers = new BitSet();
          rules.keySet().forEach(one -> numbers.set(one.number()));
          staying.put(vm, numbers);
          for (DatedSnapshot one : chain) {
            if (policy.tool() != null) {
              String name = snapshots.get(one.number()).snapshot();
              rows.add(new SelectionRow(policy.label(), vm, name, one.takenAt(), rules.get(one)));
            }
          }
        });
    int plan = plans.indexOf(staying);
    if (plan < 0) {
      plan = plans.size();
      plans.add(staying);
    }
    planOfPolicy.add(plan);
  }

  /** The snapshots that stay, each with the rule that keeps it. */
  private Map<DatedSnapshot, String> rules(
      SnapshotPolicies.Policy policy, List<DatedSnapshot> chain) {
    String tool = policy.tool();
    if (tool == null) {
      Map<DatedSnapshot, String> all = new HashMap<>();
      chain.forEach(one -> all.put(one, "all"));
      return all;
    }
    return ChainPolicy.named(tool, policy.rules(), settings.zone(), now).kept(chain);
  }

  /** With synthetic times the newest snapshot of every VM was taken just now. */
  private Instant time(ListedSnapshot one, int snapshots) {
    Duration spacing = settings.snapshotTimes();
    return spacing.isZero()
        ? one.time()
        : now.minus(spacing.multipliedBy(snapshots - 1L - one.number())).minusSeconds(1);
  }
}
