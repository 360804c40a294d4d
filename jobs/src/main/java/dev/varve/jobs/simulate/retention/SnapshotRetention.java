package dev.varve.jobs.simulate.retention;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.simulate.reference.References;
import dev.varve.simulation.backup.SrbRouting;
import dev.varve.simulation.retention.Period;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tables of retention of snapshots: those that stay by rules of backup tools, and the bytes that
 * they take.
 *
 * @param run with views of the tables that the verb reads
 */
record SnapshotRetention(SnapshotPolicies settings, Run run) {
  /**
   * A row of {@code retention_backup}.
   *
   * @param policy tool and rules in words
   * @param tool whose rules they are; null: nothing goes
   * @param more the rule that has one slot more than was requested; null of the rules as they are
   * @param snapshots of all VMs
   * @param keptSnapshots of these, those that stay
   * @param scheme perfect, vc or srb
   * @param rawBytes all references of the snapshots that stay
   * @param storedBytes what the scheme stores of them
   */
  private record BackupRow(
      String policy,
      @Nullable String tool,
      @Nullable String more,
      long snapshots,
      long keptSnapshots,
      String scheme,
      long rawBytes,
      long storedBytes) {}

  /** Stages the tables; false when there are no snapshots. */
  boolean addTables() throws IOException {
    Engine engine = run.engine();
    if (engine.isEmpty("snapshot")) {
      add(List.of(), List.of());
      return false;
    }
    References.makeViews(run, new SrbRouting(settings.backup().machines()));
    List<SnapshotSelection.ListedSnapshot> snapshots =
        engine.all(
            Query.of(RegistryRetention.FOLDER, "retention_snapshot"),
            SnapshotSelection.ListedSnapshot.class);
    noteUnknownTimes(snapshots);
    Instant now = settings.now().orCurrentTime();
    SnapshotSelection selection = new SnapshotSelection(settings, now, snapshots);
    run.count("snapshots", snapshots.size());
    run.count("snapshot_policies", settings.policies().size());
    add(selection.rows(), backups(selection, snapshots.size()));
    return true;
  }

  private void noteUnknownTimes(List<SnapshotSelection.ListedSnapshot> snapshots) {
    long unknown = snapshots.stream().filter(snapshot -> snapshot.takenAt() == null).count();
    if (unknown > 0 && settings.snapshotTimes().isZero()) {
      run.note(
          ("of %,d of %,d snapshots no time is known: the time of their ingest is taken for"
                  + " it; --snapshot-times 1d takes them to be a day apart")
              .formatted(unknown, snapshots.size()));
    }
  }

  private void add(List<SnapshotSelection.SelectionRow> selected, List<BackupRow> backups)
      throws IOException {
    run.add(
        "retention_snapshot",
        SnapshotSelection.SelectionRow.class,
        selected,
        "policy",
        "vm",
        "taken_at",
        "snapshot");
    run.add("retention_backup", BackupRow.class, backups, "policy", "more", "scheme");
  }

  private List<BackupRow> backups(SnapshotSelection selection, int snapshots) throws IOException {
    ThinnedChains chains = selection.chains();
    if (chains.plans() > ThinnedChains.MAX_PLANS) {
      throw new InvalidSettingsException(
          List.of("retention.tools: the rules keep more than 64 different sets of snapshots"));
    }
    run.note("backing up %,d sets of snapshots".formatted(chains.plans()));
    PlanSums sums = PlanSums.of(run.engine(), chains, settings);
    List<Integer> remaining = selection.remaining();
    List<BackupRow> rows = new ArrayList<>();
    List<SnapshotPolicies.Policy> policies = settings.policies();
    for (int index = 0; index < policies.size(); index++) {
      SnapshotPolicies.Policy policy = policies.get(index);
      Period more = policy.more();
      int plan = selection.planOfPolicy().get(index);
      for (String scheme : List.of(PlanSums.PERFECT, PlanSums.VC, PlanSums.SRB)) {
        rows.add(
            new BackupRow(
                policy.label(),
                policy.tool(),
                more == null ? null : more.label(),
                snapshots,
                remaining.get(plan),
                scheme,
                sums.bytes(plan, PlanSums.RAW),
                sums.bytes(plan, scheme)));
      }
    }
    return rows;
  }
}
