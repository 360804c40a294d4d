package dev.varve.jobs.availability;

import dev.varve.availability.Durability;
import dev.varve.availability.Fleet;
import dev.varve.availability.Interval;
import dev.varve.availability.LossTally;
import dev.varve.availability.Protection;
import dev.varve.availability.RepairSettings;
import dev.varve.availability.ShareGraph;
import dev.varve.availability.World;
import dev.varve.jobs.conf.DurabilitySettings;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.conf.SyntheticSettings;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.ResultTables;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.table.Tables;
import dev.varve.model.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Table {@code durability_result}: machines fail and are filled again, over years. Owners do not
 * matter to it: any lost block is a loss. Each task places all blocks for itself, so a store must
 * fit into one memory: about 20 bytes a shard.
 */
public final class SimulateDurability {
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

  private final SparkSession spark;
  private final Settings settings;
  private final Reporter reporter;

  /** Reports the stores, and waiting, to {@code reporter}. */
  public SimulateDurability(SparkSession spark, Settings settings, Reporter reporter) {
    this.spark = spark;
    this.settings = settings;
    this.reporter = reporter;
  }

  /**
   * Replaces the rows of a source: counted or synthetic.
   *
   * @throws NoInputException when the warehouse holds no blocks to count
   */
  public RunSummary run(
      String location, SimulateAvailability.Source source, DurabilitySettings asked)
      throws IOException {
    ResultTables results = new ResultTables(spark, settings, reporter);
    String name = source.name().toLowerCase(Locale.ROOT);
    return results.run(
        "simulate durability",
        Map.of("source", name),
        location,
        (warehouse, publication, run) -> {
          List<Row> rows = new ArrayList<>();
          blocks(location, source, asked)
              .forEach((scheme, blocks) -> rows.addAll(rows(name, scheme, blocks, asked)));
          run.count("cells", rows.size());
          publication.add(TABLE, results.besideOthers(warehouse, TABLE, rows), 1, ORDER);
        });
  }

  private Map<String, SchemeBlocks> blocks(
      String location, SimulateAvailability.Source source, DurabilitySettings asked) {
    return switch (source) {
      case COUNTED -> new CountedFleets(spark, asked.blockBytes(), 1).blocks(location);
      case SYNTHETIC ->
          SyntheticFleets.blocks(SyntheticSettings.read(settings.all()), asked.blockBytes());
      case PUBLISHED -> throw new IllegalArgumentException("nothing was published of durability");
    };
  }

  private List<Row> rows(
      String source, String scheme, SchemeBlocks blocks, DurabilitySettings asked) {
    reporter.note(
        String.format("%s: %,d blocks", scheme, blocks.privateCount() + blocks.popularCount()));
    List<Row> rows = new ArrayList<>();
    for (Protection protection :
        blocks.protections(
            asked.clusters(),
            asked.placements(),
            asked.placementSettings(),
            asked.redundancies(),
            asked.popularRedundancies())) {
      for (RepairSettings repair : asked.repairs()) {
        Trials trials = trials(blocks, protection, repair, asked);
        rows.add(ROWS.row(row(source, scheme, blocks, protection, repair, asked, trials)));
      }
    }
    return rows;
  }

  /** What all tasks came to; machine sets are the same for each of them. */
  private record Trials(LossTally tally, long privateSets, long popularSets) {}

  private Trials trials(
      SchemeBlocks blocks, Protection protection, RepairSettings repair, DurabilitySettings asked) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
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

  private static DurabilityRow row(
      String source,
      String scheme,
      SchemeBlocks blocks,
      Protection protection,
      RepairSettings repair,
      DurabilitySettings asked,
      Trials trials) {
    ChainForms forms =
        ChainForms.of(blocks, protection, repair, trials.privateSets(), trials.popularSets());
    Interval loss = trials.tally().loss(asked.confidence());
    return new DurabilityRow(
        source,
        scheme,
        protection.cluster(),
        AvailabilityRow.Redundant.of(protection, blocks),
        DurabilityRow.Repair.of(repair, forms.meanHoursToRepair()),
        new DurabilityRow.Store(
            blocks.dataBytes(),
            blocks.storedBytes(protection),
            trials.privateSets() + trials.popularSets()),
        new DurabilityRow.Losses(
            asked.years(),
            trials.tally(),
            perYear(trials.tally().lossRatio(), asked.years()),
            asked.confidence()),
        new Interval(perYear(loss.low(), asked.years()), perYear(loss.high(), asked.years())),
        new DurabilityRow.Markov(forms.exactPerYear(), forms.sumPerYear()),
        asked.seed().value());
  }

  private static double perYear(double loss, double years) {
    return years == 1 ? loss : -Math.expm1(Math.log1p(-loss) / years);
  }
}
