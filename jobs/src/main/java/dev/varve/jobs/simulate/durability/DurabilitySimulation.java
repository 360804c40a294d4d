package dev.varve.jobs.simulate.durability;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.simulate.fleet.ChosenFleet;
import dev.varve.jobs.simulate.fleet.FleetSettings;
import dev.varve.jobs.simulate.fleet.RedundancyColumns;
import dev.varve.jobs.simulate.fleet.SchemeBlocks;
import dev.varve.jobs.simulate.fleet.SourceRows;
import dev.varve.jobs.simulate.fleet.SyntheticSettings;
import dev.varve.model.Seed;
import dev.varve.simulation.availability.ChainForms;
import dev.varve.simulation.availability.Durability;
import dev.varve.simulation.availability.Fleet;
import dev.varve.simulation.availability.LossTally;
import dev.varve.simulation.availability.MeanInterval;
import dev.varve.simulation.availability.Protection;
import dev.varve.simulation.availability.RepairSettings;
import dev.varve.simulation.availability.ShareGraph;
import dev.varve.simulation.availability.TrialRanges;
import dev.varve.simulation.availability.World;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code simulate durability}: machines fail and are repaired, over years. Owners do not matter
 * here: any lost block is a loss. Each task places all blocks itself, so the placed store must fit
 * into the memory of one task: about 20 bytes a shard.
 */
@Simulation.About(
    name = "durability",
    help = {
      "Estimates how likely a block is lost within years in which machines fail and are repaired.",
      "Machines fail and are filled again event by event, at the bandwidth of repairs; the result of the",
      "Markov chain is reported alongside. The blocks are those of simulate availability. Every combination of the lists is a row of table durability_result."
    },
    examples = {
      "--warehouse /data/w --replicas 2,3",
      "--warehouse /data/w --machine-bytes-per-second 50MB"
    },
    sharedKeys = {"synthetic.vms", "simulation.seed"},
    switches = @Simulation.Switch(name = SyntheticSettings.SWITCH, help = SyntheticSettings.HELP),
    reports = "durability")
public final class DurabilitySimulation implements Simulation {
  private static final String VERB = "simulate durability";
  private static final String TABLE = "durability_result";
  private static final String[] ORDER = {
    "source",
    "scheme",
    "machines",
    "placement",
    "replicas",
    "redundancy",
    "popular_replicas",
    "popular_redundancy",
    "mean_hours_to_failure"
  };

  @Override
  public Job read(Request request) {
    return new Trials(DurabilitySettings.read(request.settings()), ChosenFleet.read(request));
  }

  /** Table {@code durability_result} of these settings; rows of other sources are kept. */
  private record Trials(DurabilitySettings settings, ChosenFleet fleet) implements Simulation.Job {
    @Override
    public RunSummary run(Runs runs, String location) throws IOException {
      return fleet.execute(VERB, runs, location, this::run);
    }

    @Override
    public String summary(RunSummary run) {
      return run.count("cells", "row") + " of " + TABLE;
    }

    private void run(Run run) throws IOException {
      run.registerViews();
      Map<String, SchemeBlocks> blocks =
          fleet.blocks(run, new FleetSettings(settings.blockBytes(), 1, settings.seed()));
      List<DurabilityRow> rows = new ArrayList<>();
      for (Map.Entry<String, SchemeBlocks> scheme : blocks.entrySet()) {
        rows.addAll(rows(scheme.getKey(), scheme.getValue(), run));
      }
      run.count("cells", rows.size());
      SourceRows.add(run, TABLE, DurabilityRow.class, fleet.source(), rows, ORDER);
    }

    private List<DurabilityRow> rows(String scheme, SchemeBlocks blocks, Run run)
        throws IOException {
      run.note("%s: %,d blocks".formatted(scheme, blocks.privateCount() + blocks.popularCount()));
      List<DurabilityRow> rows = new ArrayList<>();
      for (Protection protection : settings.protections().combinations(blocks)) {
        for (RepairSettings repair : settings.repairs()) {
          Losses losses = losses(blocks, protection, repair, run.engine());
          rows.add(row(scheme, blocks, protection, repair, losses));
        }
      }
      return rows;
    }

    private Losses losses(
        SchemeBlocks blocks, Protection protection, RepairSettings repair, Engine engine)
        throws IOException {
      double years = settings.years();
      Seed seed = settings.seed();
      return engine
          .tasks(
              TrialRanges.of(settings.trials(), 2 * engine.parallelism(), 1),
              (range, context) -> {
                World world = World.of(store(blocks), protection, seed);
                LossTally tally =
                    new Durability(
                            world,
                            repair,
                            blocks.meanPrivateBytes(),
                            blocks.meanPopularBytes(),
                            seed)
                        .run(range[0], range[1], years);
                return new Losses(tally, world.privateSets(), world.popularSets());
              })
          .stream()
          .reduce(Losses::plus)
          .orElseThrow();
    }

    /** The blocks as a fleet of one owner, because owners do not matter. */
    private static Fleet store(SchemeBlocks blocks) {
      int privateCount = Math.toIntExact(blocks.privateCount());
      return new Fleet(
          ShareGraph.store(0, privateCount),
          ShareGraph.store(privateCount, Math.toIntExact(blocks.popularCount())));
    }

    private DurabilityRow row(
        String scheme,
        SchemeBlocks blocks,
        Protection protection,
        RepairSettings repair,
        Losses losses) {
      ChainForms forms =
          ChainForms.of(
              new ChainForms.Store(blocks.privateBytes(), blocks.popularBytes()),
              protection,
              repair,
              losses.privateSets(),
              losses.popularSets());
      MeanInterval loss = losses.tally().loss(settings.confidence());
      return new DurabilityRow(
          fleet.source(),
          scheme,
          protection.cluster(),
          RedundancyColumns.of(protection, blocks),
          DurabilityRow.Repair.of(repair, forms.meanHoursToRepair()),
          new DurabilityRow.Store(
              blocks.dataBytes(),
              blocks.storedBytes(protection),
              losses.privateSets() + losses.popularSets()),
          new DurabilityRow.Losses(
              settings.years(),
              losses.tally(),
              perYear(losses.tally().lossRatio(), settings.years()),
              settings.confidence()),
          new MeanInterval(
              perYear(loss.low(), settings.years()), perYear(loss.high(), settings.years())),
          new DurabilityRow.Markov(forms.exactPerYear(), forms.sumPerYear()),
          settings.seed().value());
    }

    private static double perYear(double loss, double years) {
      return years == 1 ? loss : -Math.expm1(Math.log1p(-loss) / years);
    }
  }

  /** Losses of some trials, and the numbers of machine sets, which are the same in all trials. */
  private record Losses(LossTally tally, long privateSets, long popularSets)
      implements Serializable {
    Losses plus(Losses other) {
      return new Losses(tally.plus(other.tally), privateSets, popularSets);
    }
  }
}
