package dev.varve.jobs.availability;

import dev.varve.availability.ClosedForm;
import dev.varve.availability.Interval;
import dev.varve.availability.Protection;
import dev.varve.availability.Tally;
import dev.varve.jobs.conf.AvailabilitySettings;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.conf.SyntheticSettings;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.ResultRow;
import dev.varve.jobs.run.ResultTables;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.table.Tables;
import dev.varve.placement.Cluster;
import dev.varve.placement.FailureScenario;
import dev.varve.placement.Redundancy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Table {@code availability_result}: for each scheme and setting the closed form, the trials, and
 * the published figure where there is one. Rows of other sources stay.
 */
public final class SimulateAvailability {
  private static final String TABLE = "availability_result";
  private static final String[] ORDER = {
    "source",
    "scheme",
    "machines",
    "placement",
    "replicas",
    "redundancy",
    "popular_replicas",
    "popular_redundancy",
    "correlation",
    "failed",
    "failed_racks",
    "fail_probability"
  };

  private final SparkSession spark;
  private final Settings settings;
  private final Reporter reporter;

  /** Reports the fleets, and waiting, to {@code reporter}. */
  public SimulateAvailability(SparkSession spark, Settings settings, Reporter reporter) {
    this.spark = spark;
    this.settings = settings;
    this.reporter = reporter;
  }

  /** Where the blocks come from. */
  public enum Source {
    /** The blocks of the warehouse. */
    COUNTED,
    /** A fleet from a seed. */
    SYNTHETIC,
    /** The block counts of the published table. */
    PUBLISHED
  }

  /** The rows of the published settings. */
  public static Dataset<Row> published(SparkSession spark) {
    return spark.createDataFrame(new PublishedAvailability(spark).rows(), Tables.schema(TABLE));
  }

  /**
   * Replaces the rows of a source.
   *
   * @throws NoInputException when the warehouse holds no blocks to count
   */
  public RunSummary run(String location, Source source, AvailabilitySettings asked)
      throws IOException {
    ResultTables results = new ResultTables(spark, settings, reporter);
    return results.run(
        "simulate availability",
        Map.of("source", source.name().toLowerCase(Locale.ROOT)),
        location,
        (warehouse, publication, run) -> {
          List<Row> rows = rows(source, asked, location);
          run.count("cells", rows.size());
          publication.add(TABLE, results.besideOthers(warehouse, TABLE, rows), 1, ORDER);
        });
  }

  private List<Row> rows(Source source, AvailabilitySettings asked, String location) {
    PublishedAvailability published = new PublishedAvailability(spark);
    if (source == Source.PUBLISHED) {
      return published.rows();
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    List<Supplier<SchemeFleet>> fleets =
        source == Source.SYNTHETIC
            ? SyntheticFleets.of(context, SyntheticSettings.read(settings.all()), asked)
            : new CountedFleets(spark, asked.blockBytes(), asked.partEdges()).of(location);
    List<Row> rows = new ArrayList<>();
    for (Supplier<SchemeFleet> made : fleets) {
      SchemeFleet fleet = made.get();
      reporter.note(
          String.format(
              "%s: %,d owners, %,d blocks, of them %,d popular, %,d edges",
              fleet.scheme(),
              fleet.owners(),
              fleet.blocks().privateCount() + fleet.blocks().popularCount(),
              fleet.blocks().popularCount(),
              fleet.edges()));
      FailureTrials trials = new FailureTrials(context, fleet, asked);
      for (Protection protection :
          fleet
              .blocks()
              .protections(
                  asked.clusters(),
                  asked.placements(),
                  asked.placementSettings(),
                  asked.redundancies(),
                  asked.popularRedundancies())) {
        rows.addAll(cells(fleet, protection, asked, trials, published));
      }
      fleet.release();
    }
    return rows;
  }

  private static List<Row> cells(
      SchemeFleet fleet,
      Protection protection,
      AvailabilitySettings asked,
      FailureTrials trials,
      PublishedAvailability published) {
    List<Tally> tallies =
        asked.trials() == 0 && !asked.exhaustive()
            ? List.of()
            : trials.run(protection, asked.failures());
    List<Row> rows = new ArrayList<>();
    for (int number = 0; number < asked.failures().size(); number++) {
      AvailabilitySettings.Failure failure = asked.failures().get(number);
      ResultRow row = new ResultRow(TABLE);
      setting(row, fleet, protection, failure, asked);
      FailureScenario scenario = failure.on(protection.cluster(), asked.seed());
      @Nullable Double closed = closedForm(fleet, protection, scenario);
      row.set("closed_form", closed);
      if (closed != null && failure.correlation().equals("exactly")) {
        row.set("mean_form", meanForm(fleet, protection, failure.settings().failed()));
        published
            .figure(
                new PublishedAvailability.Setting(
                    fleet.scheme(),
                    protection.cluster().machines(),
                    failure.settings().failed(),
                    protection.redundancy(),
                    fleet.blocks().popular(protection.popularRedundancy()),
                    fleet.owners(),
                    mean(fleet.privateBlocks()),
                    mean(fleet.popularBlocks())))
            .ifPresent(figure -> row.set("published", figure));
      }
      if (!tallies.isEmpty()) {
        simulated(row, tallies.get(number), asked);
        row.set("placements", trials.drawsPlacements(protection) ? (long) asked.trials() : 1L);
      } else {
        row.set("trials", 0L)
            .set("placements", 0L)
            .set("vms_lost", closed == null ? null : fleet.owners() * (1 - closed));
      }
      rows.add(row.row());
    }
    return rows;
  }

  private static void setting(
      ResultRow row,
      SchemeFleet fleet,
      Protection protection,
      AvailabilitySettings.Failure failure,
      AvailabilitySettings asked) {
    @Nullable Redundancy popular = fleet.blocks().popular(protection.popularRedundancy());
    Cluster cluster = protection.cluster();
    double[] counts = failure.on(cluster, asked.seed()).failedCounts();
    double meanFailed = 0;
    for (int failed = 1; failed < counts.length; failed++) {
      meanFailed += failed * counts[failed];
    }
    boolean machines =
        failure.correlation().equals("exactly") || failure.correlation().equals("rack-plus");
    boolean racks = failure.correlation().equals("racks");
    boolean independent = failure.correlation().equals("independent");
    row.set("source", fleet.source())
        .set("scheme", fleet.scheme())
        .set("machines", cluster.machines())
        .set("racks", cluster.racks())
        .set("correlation", failure.correlation())
        .set("failed", machines ? failure.settings().failed() : null)
        .set("failed_racks", racks ? failure.settings().failedRacks() : null)
        .set("fail_probability", independent ? failure.settings().failProbability() : null)
        .set("mean_failed", meanFailed)
        .set("placement", protection.placement())
        .set("redundancy", protection.redundancy().toString())
        .set("replicas", protection.redundancy().shards())
        .set("popular_redundancy", popular == null ? null : popular.toString())
        .set("popular_replicas", popular == null ? null : popular.shards())
        .set("owners", (long) fleet.owners())
        .set("private_blocks", mean(fleet.privateBlocks()))
        .set("popular_blocks", mean(fleet.popularBlocks()))
        .set("data_bytes", fleet.blocks().dataBytes())
        .set("stored_bytes", fleet.blocks().storedBytes(protection))
        .set("seed", asked.seed().value());
  }

  private static void simulated(ResultRow row, Tally tally, AvailabilitySettings asked) {
    boolean exact = asked.exhaustive();
    Interval interval =
        exact
            ? new Interval(tally.availability(), tally.availability())
            : tally.availability(asked.confidence());
    Interval anyLoss =
        exact
            ? new Interval(tally.anyLossRatio(), tally.anyLossRatio())
            : tally.anyLoss(asked.confidence());
    row.set("simulated", tally.availability())
        .set("simulated_low", interval.low())
        .set("simulated_high", interval.high())
        .set("confidence", exact ? 1 : asked.confidence())
        .set("trials", tally.trials())
        .set("vms_lost", tally.ownersLost())
        .set("any_loss", tally.anyLossRatio())
        .set("any_loss_low", anyLoss.low())
        .set("any_loss_high", anyLoss.high());
  }

  private static @Nullable Double closedForm(
      SchemeFleet fleet, Protection protection, FailureScenario scenario) {
    return protection.placement().equals("uniform")
        ? ClosedForm.availability(
            fleet.privateBlocks(), fleet.popularBlocks(), protection, scenario)
        : null;
  }

  private static double meanForm(SchemeFleet fleet, Protection protection, int failed) {
    return ClosedForm.availability(
        protection.redundancy(),
        mean(fleet.privateBlocks()),
        protection.popularRedundancy(),
        mean(fleet.popularBlocks()),
        protection.cluster().machines(),
        failed);
  }

  private static double mean(int[] counts) {
    long sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return (double) sum / counts.length;
  }
}
