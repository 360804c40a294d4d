package dev.varve.jobs.availability;

import dev.varve.availability.ClosedForm;
import dev.varve.availability.Protection;
import dev.varve.availability.Tally;
import dev.varve.jobs.conf.AvailabilitySettings;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.conf.SyntheticSettings;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.ResultTables;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.table.Tables;
import dev.varve.placement.FailureScenario;
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
  private static final RowBinder<AvailabilityRow> ROWS = Tables.rows(TABLE, AvailabilityRow.class);
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
    List<Row> rows = new PublishedAvailability(spark).rows().stream().map(ROWS::row).toList();
    return spark.createDataFrame(rows, ROWS.schema());
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
          List<Row> rows = rows(source, asked, location).stream().map(ROWS::row).toList();
          run.count("cells", rows.size());
          publication.add(TABLE, results.besideOthers(warehouse, TABLE, rows), 1, ORDER);
        });
  }

  private List<AvailabilityRow> rows(Source source, AvailabilitySettings asked, String location) {
    PublishedAvailability published = new PublishedAvailability(spark);
    if (source == Source.PUBLISHED) {
      return published.rows();
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    List<Supplier<SchemeFleet>> fleets =
        source == Source.SYNTHETIC
            ? SyntheticFleets.of(context, SyntheticSettings.read(settings.all()), asked)
            : new CountedFleets(spark, asked.blockBytes(), asked.partEdges()).of(location);
    List<AvailabilityRow> rows = new ArrayList<>();
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

  private static List<AvailabilityRow> cells(
      SchemeFleet fleet,
      Protection protection,
      AvailabilitySettings asked,
      FailureTrials trials,
      PublishedAvailability published) {
    List<Tally> tallies =
        asked.trials() == 0 && !asked.exhaustive()
            ? List.of()
            : trials.run(protection, asked.failures());
    List<AvailabilityRow> rows = new ArrayList<>();
    for (int number = 0; number < asked.failures().size(); number++) {
      AvailabilitySettings.Failure failure = asked.failures().get(number);
      FailureScenario scenario = failure.on(protection.cluster(), asked.seed());
      AvailabilityRow.ClosedForms closed =
          closedForms(fleet, protection, failure, scenario, published);
      rows.add(
          new AvailabilityRow(
              fleet.source(),
              fleet.scheme(),
              protection.cluster(),
              AvailabilityRow.Failed.of(failure, scenario.failedCounts()),
              AvailabilityRow.Redundant.of(protection, fleet.blocks()),
              AvailabilityRow.Blocks.of(fleet, protection),
              closed,
              tallies.isEmpty()
                  ? AvailabilityRow.Trials.none(lost(fleet, closed))
                  : AvailabilityRow.Trials.of(
                      tallies.get(number),
                      trials.drawsPlacements(protection) ? asked.trials() : 1,
                      asked),
              asked.seed().value()));
    }
    return rows;
  }

  /** Owners that the closed form expects to be lost. */
  private static @Nullable Double lost(SchemeFleet fleet, AvailabilityRow.ClosedForms closed) {
    Double available = closed.closedForm();
    return available == null ? null : fleet.owners() * (1 - available);
  }

  private static AvailabilityRow.ClosedForms closedForms(
      SchemeFleet fleet,
      Protection protection,
      AvailabilitySettings.Failure failure,
      FailureScenario scenario,
      PublishedAvailability published) {
    @Nullable Double closed = closedForm(fleet, protection, scenario);
    if (closed == null || !failure.correlation().equals("exactly")) {
      return new AvailabilityRow.ClosedForms(closed, null, null);
    }
    int failed = failure.settings().failed();
    @Nullable Double printed =
        published
            .figure(
                fleet.scheme(),
                protection.cluster().machines(),
                failed,
                protection.redundancy().toString(),
                String.valueOf(fleet.blocks().popular(protection.popularRedundancy())))
            .orElse(null);
    return new AvailabilityRow.ClosedForms(closed, meanForm(fleet, protection, failed), printed);
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
        fleet.meanPrivateBlocks(),
        protection.popularRedundancy(),
        fleet.meanPopularBlocks(),
        protection.cluster().machines(),
        failed);
  }
}
