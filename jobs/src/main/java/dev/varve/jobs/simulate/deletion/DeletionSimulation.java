package dev.varve.jobs.simulate.deletion;

import dev.varve.content.matching.PopularData;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.simulate.reference.PackedSegment;
import dev.varve.jobs.simulate.reference.PopularChunks;
import dev.varve.jobs.simulate.reference.References;
import dev.varve.jobs.simulate.reference.Scope;
import dev.varve.simulation.deletion.FleetSweep;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code simulate deletion}: deletes the snapshots of every VM one after another, finding
 * unreferenced chunks by Bloom summaries. Popular chunks, selected as in the backup simulation, are
 * never deleted this way and are left out. Memory is bounded by the largest VM.
 */
@Simulation.About(
    name = "deletion",
    help = {
      "Deletes the snapshots of every VM one after another by Bloom summaries.",
      "A chunk goes unless the OR of the live snapshots' summaries contains it. What that leaks is measured exactly, alongside what",
      "the formula predicts; a VM is marked and swept when the repair rule says so. Popular data",
      "(backup.sigma) is never deleted this way. Every combination of the lists is in table",
      "deletion_result, one row a VM and deletion."
    },
    examples = {
      "--warehouse /data/w",
      "--warehouse /data/w --order oldest-first,random --repair never"
    },
    sharedKeys = "simulation.seed",
    reports = "deletion-leakage")
public final class DeletionSimulation implements Simulation {
  private static final String FOLDER = "simulate";

  @Override
  public Simulation.Job read(Request request) {
    return new Job(request.settings().bind("deletion", DeletionSettings.class));
  }

  /**
   * A row of {@code deletion_cost}.
   *
   * @param method mark-and-sweep, grouped-mark-and-sweep or summary
   * @param sweeps over all that is stored; 0 for summaries
   * @param deletions snapshots deleted
   * @param marking null for summaries, which mark nothing
   * @param memoryBytes of all marks together; of the largest VM's summaries
   * @param nanos time of all parts, one after another
   */
  private record CostRow(
      String method,
      int sweeps,
      long deletions,
      @Nullable Marking marking,
      long memoryBytes,
      long nanos) {

    static CostRow of(String method, int sweeps, long deletions, FleetSweep.Cost cost) {
      Marking marking = new Marking(cost.references(), cost.freedBytes());
      return new CostRow(method, sweeps, deletions, marking, cost.memoryBytes(), cost.nanos());
    }
  }

  /** References read to mark, and bytes freed by the sweep. */
  private record Marking(long readReferences, long freedBytes) {}

  private record SummaryCost(long deletions, long memoryBytes, long nanos) {}

  private record SnapshotsOfVm(String vm, int snapshots) {}

  private record Job(DeletionSettings settings) implements Simulation.Job {
    @Override
    public RunSummary run(Runs runs, String location) throws IOException {
      return runs.executeOnExisting("simulate deletion", Map.of(), location, this::run);
    }

    @Override
    public String summary(RunSummary run) {
      return "%s of %s".formatted(run.count("deletion_result", "deletion"), run.count("vms", "VM"));
    }

    private void run(Run run) throws IOException {
      run.registerViews();
      Scope scope = References.makeViews(run);
      run.count("vms", scope.vms());
      PopularData popular = popular(run);
      Map<String, Integer> snapshots = snapshots(run.engine());
      run.note(
          "policies of deletion: %d; popular chunks, which are kept: %,d"
              .formatted(settings.policies().size(), popular.chunks()));
      DeletionSettings serializable = settings;
      run.engine()
          .fold(
              References.ordered(),
              () -> new VmDeletions(serializable, popular, snapshots),
              new Output("deletion", VmDeletions.DeletionRow.class));
      run.write(
          "deletion_result",
          Query.of("SELECT * FROM deletion"),
          "vm",
          "deletion_order",
          "false_positive_ratio",
          "most_leaked_ratio",
          "repair_rule",
          "deletions");
      run.add("deletion_cost", CostRow.class, costs(scope, snapshots, run.engine()), "method");
    }

    private PopularData popular(Run run) throws IOException {
      if (settings.popular().sigma() == 0) {
        return PopularData.none();
      }
      run.note("selecting popular data, which summaries do not delete");
      return PopularChunks.rank(
              run.engine(),
              settings.popular().backupRules().subList(0, 1),
              (index, segment) -> segment,
              settings.popular().leftoverChunks())
          .mostPopular(0, settings.popular().sigma());
    }

    /** The snapshots of each VM; the last ones may contain nothing. */
    private static Map<String, Integer> snapshots(Engine engine) throws IOException {
      Map<String, Integer> counts = new HashMap<>();
      engine.each(
          Query.of(FOLDER, "snapshots_of_vms"),
          SnapshotsOfVm.class,
          row -> counts.put(row.vm(), row.snapshots()));
      return counts;
    }

    /** The costs of exact deletion over the fleet, and of deletion by summaries. */
    private List<CostRow> costs(Scope scope, Map<String, Integer> snapshots, Engine engine)
        throws IOException {
      int parts = (int) (1 + scope.chunks() / settings.partReferences());
      int groups = settings.groups();
      engine.fold(
          Ordered.unordered(References.ordered().query(), PackedSegment.class),
          Fold.each((row, output) -> SweepFold.emitPieces(row, parts, output)),
          new Output("piece", SweepFold.Piece.class));
      engine.fold(
          Ordered.by(Query.of("SELECT * FROM piece"), SweepFold.Piece.class, "part").grouped(1),
          () -> new SweepFold(groups, snapshots),
          new Output("sweep", FleetSweep.Costs.class));
      FleetSweep.Costs costs =
          engine.all(Query.of("SELECT * FROM sweep"), FleetSweep.Costs.class).stream()
              .reduce(FleetSweep.Costs.NONE, FleetSweep.Costs::plus);
      DeletionSettings.Policy first = settings.policies().get(0);
      SummaryCost summary =
          engine.onlyRow(
              Query.of(FOLDER, "deletion_summary")
                  .with("order", first.order())
                  .with("repair", first.repair())
                  .with("falsepositive", String.valueOf(first.falsePositiveRatio()))
                  .with("leaked", String.valueOf(first.mostLeakedRatio())),
              SummaryCost.class);
      long deletions = snapshots.values().stream().filter(count -> count > 1).count();
      return List.of(
          CostRow.of("mark-and-sweep", 1, deletions, costs.whole()),
          CostRow.of("grouped-mark-and-sweep", groups, deletions, costs.grouped()),
          new CostRow(
              "summary", 0, summary.deletions(), null, summary.memoryBytes(), summary.nanos()));
    }
  }
}
