package dev.varve.jobs.availability;

import dev.varve.availability.ChainForms;
import dev.varve.availability.Durability;
import dev.varve.availability.Fleet;
import dev.varve.availability.Interval;
import dev.varve.availability.LossTally;
import dev.varve.availability.Protection;
import dev.varve.availability.RepairSettings;
import dev.varve.availability.ShareGraph;
import dev.varve.availability.World;
import dev.varve.jobs.run.ResultRow;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.Simulation;
import dev.varve.jobs.run.Staleness;
import dev.varve.model.Seed;
import dev.varve.placement.Redundancy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Table {@code durability_result}: machines fail and are filled again, over years. Owners do not
 * matter to it: any lost block is a loss. Each task places all blocks for itself, so a store must
 * fit into one memory: about 20 bytes a shard.
 *
 * @param made a fleet to be made up in place of the warehouse's, or null
 */
record SimulateDurability(DurabilitySettings asked, @Nullable SyntheticSettings made)
    implements Simulation.Job {
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
  public RunSummary run(Runs runs, String location) throws IOException {
    String source = made == null ? CountedFleets.SOURCE : SyntheticFleets.SOURCE;
    Map<String, String> options = Map.of(Staleness.SOURCE, source);
    return made == null
        ? runs.runOnExisting(VERB, options, location, run -> run(source, run))
        : runs.run(VERB, options, location, run -> run(source, run));
  }

  @Override
  public String told(RunSummary run) {
    return run.count("cells") + " rows of " + TABLE;
  }

  private void run(String source, Run run) throws IOException {
    List<Row> rows = new ArrayList<>();
    Map<String, SchemeBlocks> blocks =
        made == null
            ? new CountedFleets(run, asked.blockBytes(), 1).blocks()
            : SyntheticFleets.blocks(made, asked.blockBytes());
    blocks.forEach((scheme, of) -> rows.addAll(rows(source, scheme, of, run)));
    run.count("cells", rows.size());
    run.addBesideOthers(TABLE, source, rows, ORDER);
  }

  private List<Row> rows(String source, String scheme, SchemeBlocks blocks, Run run) {
    run.reporter()
        .note(
            String.format(
                Locale.ROOT,
                "%s: %,d blocks",
                scheme,
                blocks.privateCount() + blocks.popularCount()));
    List<Row> rows = new ArrayList<>();
    for (Protection protection : asked.protections().of(blocks)) {
      for (RepairSettings repair : asked.repairs()) {
        Trials trials = trials(blocks, protection, repair, run.context());
        rows.add(row(source, scheme, blocks, protection, repair, asked, trials));
      }
    }
    return rows;
  }

  /** What all tasks came to; machine sets are the same for each of them. */
  private record Trials(LossTally tally, long privateSets, long popularSets) {}

  private Trials trials(
      SchemeBlocks blocks, Protection protection, RepairSettings repair, JavaSparkContext context) {
    int wanted = 2 * context.defaultParallelism();
    List<long[]> ranges = FailureTrials.ranges(asked.trials(), wanted, 1);
    double blockBytes = blocks.meanBytes();
    double years = asked.years();
    Seed seed = asked.seed();
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

  /** The blocks without owners. */
  private static Fleet store(SchemeBlocks blocks) {
    int privateCount = Math.toIntExact(blocks.privateCount());
    return new Fleet(
        ShareGraph.store(0, privateCount),
        ShareGraph.store(privateCount, Math.toIntExact(blocks.popularCount())));
  }

  private static Row row(
      String source,
      String scheme,
      SchemeBlocks blocks,
      Protection protection,
      RepairSettings repair,
      DurabilitySettings asked,
      Trials trials) {
    @Nullable Redundancy popular = blocks.popular(protection.popularRedundancy());
    ChainForms forms =
        ChainForms.of(
            new ChainForms.Store(blocks.privateCount(), blocks.popularCount(), blocks.meanBytes()),
            protection,
            repair,
            trials.privateSets(),
            trials.popularSets());
    Interval loss = trials.tally().loss(asked.confidence());
    return new ResultRow(TABLE)
        .set("source", source)
        .set("scheme", scheme)
        .set("machines", protection.cluster().machines())
        .set("racks", protection.cluster().racks())
        .set("placement", protection.placement())
        .set("redundancy", protection.redundancy().toString())
        .set("replicas", protection.redundancy().shards())
        .set("popular_redundancy", popular == null ? null : popular.toString())
        .set("popular_replicas", popular == null ? null : popular.shards())
        .set("mean_hours_to_failure", repair.meanHoursToFailure())
        .set("machine_bytes_per_second", Math.round(repair.machineBytesPerSecond()))
        .set("total_bytes_per_second", Math.round(repair.totalBytesPerSecond()))
        .set("repair_work", repair.work().name().toLowerCase(Locale.ROOT))
        .set("mean_hours_to_repair", forms.meanHoursToRepair())
        .set("data_bytes", blocks.dataBytes())
        .set("stored_bytes", blocks.storedBytes(protection))
        .set("machine_sets", trials.privateSets() + trials.popularSets())
        .set("years", asked.years())
        .set("trials", trials.tally().trials())
        .set("losses", trials.tally().losses())
        .set("loss_per_year", perYear(trials.tally().lossRatio(), asked.years()))
        .set("loss_per_year_low", perYear(loss.low(), asked.years()))
        .set("loss_per_year_high", perYear(loss.high(), asked.years()))
        .set("confidence", asked.confidence())
        .set("markov_per_year", forms.exactPerYear())
        .set("markov_sum_per_year", forms.sumPerYear())
        .set("seed", asked.seed().value())
        .row();
  }

  private static double perYear(double loss, double years) {
    return years == 1 ? loss : -Math.expm1(Math.log1p(-loss) / years);
  }
}
