package dev.varve.jobs.simulate.retention;

import dev.varve.model.BackupState;
import dev.varve.simulation.retention.ChainPolicy;
import dev.varve.simulation.retention.DatedSnapshot;
import dev.varve.simulation.retention.ThinnedChain;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  /**
   * A row of {@code schemas/simulate/retention_snapshot.sql}.
   *
   * @param number in its VM's order, from 0
   * @param parentNumber number of the snapshot that it is compared with; -1 without one
   * @param takenAt null where unknown
   * @param firstSeenAt when the run began that published it; null in rows of earlier versions
   * @param runId the run that published it
   * @param backupGroup what its server prunes as a whole; the VM where the format has no groups
   * @param backupState of a Proxmox backup: PROTECTED or UNFINISHED; else null
   */
  record ListedSnapshot(
      String vm,
      String snapshot,
      int number,
      int parentNumber,
      @Nullable Instant takenAt,
      @Nullable Instant firstSeenAt,
      String runId,
      String backupGroup,
      @Nullable String backupState) {
    private static final int TIME_CHARS = "yyyyMMddTHHmmssSSS".length();
    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS").withZone(ZoneOffset.UTC);

    /**
     * Time when the snapshot was taken; if unknown, when it was first seen. In rows that earlier
     * versions of Varve wrote, the latter is a part of the run's id.
     */
    Instant time() {
      if (takenAt != null) {
        return takenAt;
      }
      return firstSeenAt != null
          ? firstSeenAt
          : TIME.parse(runId.substring(0, TIME_CHARS), Instant::from);
    }
  }

  /**
   * A row of {@code retention_snapshot}.
   *
   * @param policy tool and rules in words
   * @param takenAt the time that the rules used: as known, when first seen, or synthetic
   * @param rule the rule or state that keeps it; null: it goes
   */
  record SelectionRow(
      String policy, String vm, String snapshot, Instant takenAt, @Nullable String rule) {}

  /** Selects by every policy. */
  SnapshotSelection(SnapshotPolicies settings, Instant now, List<ListedSnapshot> snapshots) {
    this.settings = settings;
    this.now = now;
    for (ListedSnapshot snapshot : snapshots) {
      vms.computeIfAbsent(snapshot.vm(), vm -> new ArrayList<>()).add(snapshot);
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
    for (List<ListedSnapshot> members : groups(policy)) {
      Map<String, DatedSnapshot> chain = chain(members);
      Map<DatedSnapshot, String> rules = rules(policy, List.copyOf(chain.values()));
      for (ListedSnapshot snapshot : members) {
        DatedSnapshot dated = Objects.requireNonNull(chain.get(snapshot.snapshot()));
        BitSet numbers = staying.computeIfAbsent(snapshot.vm(), vm -> new BitSet());
        if (rules.containsKey(dated)) {
          numbers.set(snapshot.number());
        }
        if (policy.tool() != null) {
          rows.add(
              new SelectionRow(
                  policy.label(),
                  snapshot.vm(),
                  snapshot.snapshot(),
                  dated.takenAt(),
                  rules.get(dated)));
        }
      }
    }
    int plan = plans.indexOf(staying);
    if (plan < 0) {
      plan = plans.size();
      plans.add(staying);
    }
    planOfPolicy.add(plan);
  }

  /**
   * Groups of snapshots to which rules are applied together: those of a VM, or for Proxmox those of
   * a backup group.
   */
  private Collection<List<ListedSnapshot>> groups(SnapshotPolicies.Policy policy) {
    boolean isByGroup = policy.tool() != null && ChainPolicy.BY_GROUP.contains(policy.tool());
    Map<String, List<ListedSnapshot>> groups = new LinkedHashMap<>();
    for (List<ListedSnapshot> snapshots : vms.values()) {
      for (ListedSnapshot snapshot : snapshots) {
        String group = isByGroup ? snapshot.backupGroup() : snapshot.vm();
        groups.computeIfAbsent(group, absent -> new ArrayList<>()).add(snapshot);
      }
    }
    return groups.values();
  }

  /**
   * The snapshots of a group by name. All archives of one backup have the same name and time, so
   * they become snapshot.
   */
  private Map<String, DatedSnapshot> chain(List<ListedSnapshot> members) {
    Map<String, ListedSnapshot> distinct = new LinkedHashMap<>();
    members.forEach(snapshot -> distinct.putIfAbsent(snapshot.snapshot(), snapshot));
    List<ListedSnapshot> ordered = new ArrayList<>(distinct.values());
    if (members.stream().map(ListedSnapshot::vm).distinct().count() > 1) {
      ordered.sort(Comparator.comparing(ListedSnapshot::time));
    }
    Map<String, DatedSnapshot> chain = new LinkedHashMap<>();
    for (int number = 0; number < ordered.size(); number++) {
      ListedSnapshot snapshot = ordered.get(number);
      String state = snapshot.backupState();
      chain.put(
          snapshot.snapshot(),
          new DatedSnapshot(
              number,
              time(snapshot, ordered.size() - 1L - number),
              state == null ? null : BackupState.valueOf(state)));
    }
    return chain;
  }

  /** The snapshots that stay, each with the rule that keeps it. */
  private Map<DatedSnapshot, String> rules(
      SnapshotPolicies.Policy policy, List<DatedSnapshot> chain) {
    String tool = policy.tool();
    if (tool == null) {
      Map<DatedSnapshot, String> all = new HashMap<>();
      chain.forEach(snapshot -> all.put(snapshot, "all"));
      return all;
    }
    return ChainPolicy.named(tool, policy.rules(), settings.zone(), now).kept(chain);
  }

  /** With synthetic times the newest snapshot of every VM was taken just now. */
  private Instant time(ListedSnapshot snapshot, long newer) {
    Duration spacing = settings.snapshotTimes();
    return spacing.isZero()
        ? snapshot.time()
        : now.minus(spacing.multipliedBy(newer)).minusSeconds(1);
  }
}
