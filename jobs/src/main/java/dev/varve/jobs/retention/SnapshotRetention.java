package dev.varve.jobs.retention;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.reference.References;
import dev.varve.jobs.reference.Scope;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import dev.varve.retention.Period;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/**
 * What rules of backup tools keep of the snapshots, and what that takes: the references are sorted
 * once, and read in two passes for all policies, as {@code simulate backup} reads them for all its
 * rules.
 */
record SnapshotRetention(ChainSettings settings, Run run) {
  /** A row of {@code retention_backup}. */
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
    if (run.spark().table("snapshot").isEmpty()) {
      add(List.of(), List.of());
      return false;
    }
    Scope scope = Scope.of(run);
    Dataset<Row> references =
        References.ordered(run.spark(), scope.vms()).persist(StorageLevel.DISK_ONLY());
    try {
      Instant now = settings.now();
      List<SnapshotPicks.Dated> snapshots =
          RowReader.all(run.select("simulate", "retention_snapshot"), SnapshotPicks.Dated.class);
      long unknown = snapshots.stream().filter(one -> !one.known()).count();
      if (unknown > 0 && settings.spacing().isZero()) {
        run.note(
            String.format(
                Locale.ROOT,
                "of %,d of %,d snapshots no time is known: the time of their ingest stands for"
                    + " it; --snapshot-times 1d takes them to be a day apart",
                unknown,
                snapshots.size()));
      }
      SnapshotPicks picks =
          new SnapshotPicks(settings, now == null ? Instant.now() : now, snapshots);
      run.count("snapshots", snapshots.size());
      run.count("snapshot_policies", settings.policies().size());
      add(picks.rows(), results(picks, snapshots.size(), references));
    } finally {
      references.unpersist();
    }
    return true;
  }

  private void add(List<Row> picks, List<Row> results) throws IOException {
    Publication publication = run.publication();
    publication.add("retention_snapshot", picks, "policy", "vm", "taken_at", "snapshot");
    publication.add("retention_backup", results, "policy", "more", "scheme");
  }

  private List<Row> results(SnapshotPicks picks, int snapshots, Dataset<Row> references) {
    int plans = picks.kept().size();
    if (plans > KeptSegments.MOST_PLANS) {
      throw new InvalidSettingsException(
          List.of("retention.tools: the rules keep more than 64 different sets of snapshots"));
    }
    run.note("backing up what %,d sets of rules keep".formatted(plans));
    Map<String, Long> sums = new HashMap<>();
    KeptSegments segments = new KeptSegments(picks.chains(), plans);
    new PlanSums(settings, run)
        .of(segments, references)
        .forEach(sum -> sums.merge(sum.plan() + sum.kind(), sum.bytes(), Long::sum));
    RowBinder<BackupRow> binder = Tables.rows("retention_backup", BackupRow.class);
    List<Row> rows = new ArrayList<>();
    List<ChainSettings.Policy> policies = settings.policies();
    for (int index = 0; index < policies.size(); index++) {
      ChainSettings.Policy policy = policies.get(index);
      Period more = policy.more();
      int plan = picks.planOfPolicy().get(index);
      for (String scheme : List.of("perfect", "vc", "srb")) {
        rows.add(
            binder.row(
                new BackupRow(
                    policy.label(),
                    policy.tool(),
                    more == null ? null : more.label(),
                    snapshots,
                    picks.kept().get(plan),
                    scheme,
                    sums.getOrDefault(plan + "raw", 0L),
                    sums.getOrDefault(plan + scheme, 0L))));
      }
    }
    return rows;
  }
}
