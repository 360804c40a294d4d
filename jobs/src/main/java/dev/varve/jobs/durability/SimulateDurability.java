package dev.varve.jobs.durability;

import dev.varve.availability.ChainForms;
import dev.varve.availability.Durability;
import dev.varve.availability.Fleet;
import dev.varve.availability.Interval;
import dev.varve.availability.LossTally;
import dev.varve.availability.Protection;
import dev.varve.availability.RepairSettings;
import dev.varve.availability.ShareGraph;
import dev.varve.availability.TrialRanges;
import dev.varve.availability.World;
import dev.varve.jobs.fleet.CountedFleets;
import dev.varve.jobs.fleet.Redundant;
import dev.varve.jobs.fleet.SchemeBlocks;
import dev.varve.jobs.fleet.SyntheticFleets;
import dev.varve.jobs.fleet.SyntheticSettings;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.Simulation;
import dev.varve.jobs.run.Staleness;
import dev.varve.jobs.schema.Tables;
import dev.varve.model.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Table {@code durability_result}: machines fail and are repaired, over years. Owners do not matter
 * here: any lost block is a loss. Each task places all blocks itself, so the placed store must fit
 * into the memory of one task: about 20 bytes a shard.
 *
 * @param synthetic the synthetic fleet to use instead of the warehouse's, or null
 */
record SimulateDurability(DurabilitySettings settings, @Nullable SyntheticSettings synthetic)
    implements Simulation.Job {
  private static final String VERB = "simulate durability";
  private static final String TABLE = "durability_result";
  private static final RowBinder<DurabilityRow> ROWS = Tables.rows(TABLE, DurabilityRow.class);
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
  public RunSummary run(Runs runs, String location) throws IOException {
    String source = synthetic == null ? CountedFleets.SOURCE : SyntheticFleets.SOURCE;
    Map<String, String> options = Map.of(Staleness.SOURCE, source);
    return synthetic == null
        ? runs.runOnExisting(VERB, options, location, run -> run(source, run))
        : runs.run(VERB, options, location, run -> run(source, run));
  }

  @Override
  public String summary(RunSummary run) {
    return run.count("cells") + " rows of " + TABLE;
  }

  private void run(String source, Run run) throws IOException {
    List<Row> rows = new ArrayList<>();
    Map<String, SchemeBlocks> blocks =
        synthetic == null
            ? new CountedFleets(run, settings.blockBytes(), 1).blocks()
            : SyntheticFleets.blocks(synthetic, settings.blockBytes());
    blocks.forEach((scheme, of) -> rows.addAll(rows(source, scheme, of, run)));
    run.count("cells", rows.size());
    run.addBesideOthers(TABLE, source, rows, ORDER);
  }

  private List<Row> rows(String source, String scheme, SchemeBlocks blocks, Run run) {
    run.note(
        String.format(
            Locale.ROOT, "%s: %,d blocks", scheme, blocks.privateCount() + blocks.popularCount()));
    List<Row> rows = new ArrayList<>();
    for (Protection protection : settings.protections().of(blocks)) {
      for (RepairSettings repair : settings.repairs()) {
        Trials trials = trials(blocks, protection, repair, run.context());
        rows.add(ROWS.row(row(source, scheme, blocks, protection, repair, settings, trials)));
      }
    }
    return rows;
  }

  /** The sum over all tasks; the numbers of machine sets are the same in each task. */
  private record Trials(LossTally tally, long privateSets, long popularSets) {}

  private Trials trials(
      SchemeBlocks blocks, Protection protection, RepairSettings repair, JavaSparkContext context) {
    int wanted = 2 * context.defaultParallelism();
    List<long[]> ranges = TrialRanges.of(settings.trials(), wanted, 1);
    double blockBytes = blocks.meanBytes();
    double years = settings.years();
    Seed seed = settings.seed();
    List<long[]> found =
        context
            .parallelize(ranges, ranges.size())
            .map(
                range -> {
                  World world = World.of(store(blocks), protection, seed);
                  LossTally tally =
                      new Durability(world, repair, blockBytes, seed)
                          .run(range[0], range[1], years);
                  return new long[] {
                    tally.trials(), tally.losses(), world.privateSets(), world.popularSets()
                  };
                })
            .collect();
    LossTally sum = new LossTally(0, 0);
    for (long[] part : found) {
      sum = sum.plus(new LossTally(part[0], part[1]));
    }
    return new Trials(sum, found.get(0)[2], found.get(0)[3]);
  }

  /** The blocks as a fleet of one owner, because owners do not matter. */
  private static Fleet store(SchemeBlocks blocks) {
    int privateCount = Math.toIntExact(blocks.privateCount());
    return new Fleet(
        ShareGraph.store(0, privateCount),
        ShareGraph.store(privateCount, Math.toIntExact(blocks.popularCount())));
  }

  private static DurabilityRow row(
      String source,
      String scheme,
      SchemeBlocks blocks,
      Protection protection,
      RepairSettings repair,
      DurabilitySettings settings,
      Trials trials) {
    ChainForms forms =
        ChainForms.of(
            new ChainForms.Store(blocks.privateCount(), blocks.popularCount(), blocks.meanBytes()),
            protection,
            repair,
            trials.privateSets(),
            trials.popularSets());
    Interval loss = trials.tally().loss(settings.confidence());
    return new DurabilityRow(
        source,
        scheme,
        protection.cluster(),
        Redundant.of(protection, blocks),
        DurabilityRow.Repair.of(repair, forms.meanHoursToRepair()),
        new DurabilityRow.Store(
            blocks.dataBytes(),
            blocks.storedBytes(protection),
            trials.privateSets() + trials.popularSets()),
        new DurabilityRow.Losses(
            settings.years(),
            trials.tally(),
            perYear(trials.tally().lossRatio(), settings.years()),
            settings.confidence()),
        new Interval(perYear(loss.low(), settings.years()), perYear(loss.high(), settings.years())),
        new DurabilityRow.Markov(forms.exactPerYear(), forms.sumPerYear()),
        settings.seed().value());
  }

  private static double perYear(double loss, double years) {
    return years == 1 ? loss : -Math.expm1(Math.log1p(-loss) / years);
  }
}
