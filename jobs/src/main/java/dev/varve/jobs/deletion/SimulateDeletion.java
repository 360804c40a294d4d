package dev.varve.jobs.deletion;

import static org.apache.spark.sql.functions.col;

import dev.varve.jobs.reference.PopularChunks;
import dev.varve.jobs.reference.PopularityRanks;
import dev.varve.jobs.reference.ReferenceRows;
import dev.varve.jobs.reference.References;
import dev.varve.jobs.reference.Scope;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.Simulation;
import dev.varve.jobs.table.Publication;
import dev.varve.matching.PopularData;
import dev.varve.matching.PopularSelection;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/**
 * Tables {@code deletion_result} and {@code deletion_cost}: the snapshots of every VM are deleted
 * one after another, by their summaries. Popular chunks, selected as in the backup simulation, are
 * never deleted this way and are left out. Memory is bounded by the largest VM.
 */
record SimulateDeletion(DeletionSettings settings) implements Simulation.Job {
  private static final String[] ORDER = {
    "vm", "deletion_order", "false_positive_ratio", "most_leaked_ratio", "repair_rule", "deletions"
  };

  @Override
  public RunSummary run(Runs runs, String location) throws IOException {
    return runs.runOnExisting("simulate deletion", Map.of(), location, this::run);
  }

  @Override
  public String summary(RunSummary run) {
    return String.format(
        Locale.ROOT, "%,d deletions of %,d VMs", run.count("deletion_result"), run.count("vms"));
  }

  private void run(Run run) throws IOException {
    Scope scope = Scope.of(run);
    run.count("vms", scope.vms());
    Dataset<Row> references =
        References.ordered(run.spark(), scope.vms()).persist(StorageLevel.DISK_ONLY());
    try {
      simulate(references, scope.chunks(), run);
    } finally {
      references.unpersist();
    }
  }

  private void simulate(Dataset<Row> references, long chunks, Run run) throws IOException {
    PopularData popular = PopularData.none();
    if (settings.popular().sigma() > 0) {
      run.note("selecting popular data, which summaries do not delete");
      popular = popular(references, run);
    }
    Broadcast<PopularData> leftOut = run.context().broadcast(popular);
    Broadcast<Map<String, Integer>> snapshots = run.context().broadcast(snapshots(run));
    run.note(
        String.format(
            Locale.ROOT,
            "deleting by %d policies; %,d popular chunks are kept",
            settings.policies().size(),
            popular.chunks()));
    DeletionRows.Plan plan =
        new DeletionRows.Plan(
            settings.policies(), settings.retained(), settings.popular().sigma(), settings.seed());
    Dataset<Row> rows =
        run.spark()
            .createDataFrame(
                references
                    .toJavaRDD()
                    .mapPartitions(
                        some ->
                            new FoldRows<>(
                                ReferenceRows.segments(some),
                                new DeletionRows(leftOut.value(), snapshots.value(), plan))),
                DeletionRows.ROWS.schema());
    Publication publication = run.publication();
    Dataset<Row> results = publication.materialize("deletions", rows);
    publication.add("deletion_result", results, 1, ORDER);
    DeletionCosts costs =
        new DeletionCosts(run.spark(), settings.groups(), chunks, settings.partReferences());
    publication.add(
        "deletion_cost",
        costs.rows(references, snapshots, results, settings.policies().get(0)),
        1,
        "method");
  }

  private PopularData popular(Dataset<Row> references, Run run) {
    Dataset<Row> popularity =
        PopularChunks.of(
            run.spark(),
            run.publication(),
            references,
            settings.popular().rules().subList(0, 1),
            settings.popular().leftoverChunks());
    int quota = PopularSelection.quota(settings.popular().sigma(), popularity.count());
    try (PopularityRanks ranks = new PopularityRanks(popularity.where(col("rules").equalTo(0)))) {
      return ranks.first(quota);
    }
  }

  private record SnapshotsOfVm(String vm, int snapshots) {}

  /** How many snapshots each VM has; the last ones may hold nothing. */
  private static Map<String, Integer> snapshots(Run run) {
    Map<String, Integer> counts = new HashMap<>();
    RowReader.all(run.select("simulate", "snapshots_of_vms"), SnapshotsOfVm.class)
        .forEach(one -> counts.put(one.vm(), one.snapshots()));
    return counts;
  }
}
