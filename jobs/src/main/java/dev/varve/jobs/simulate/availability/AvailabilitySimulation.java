package dev.varve.jobs.simulate.availability;

import dev.varve.availability.Protection;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.simulate.fleet.CountedFleets;
import dev.varve.jobs.simulate.fleet.SchemeFleet;
import dev.varve.jobs.simulate.fleet.SourceRows;
import dev.varve.jobs.simulate.fleet.SyntheticFleets;
import dev.varve.jobs.simulate.fleet.SyntheticSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code simulate availability}: for each scheme and setting the closed form, the trials, and the
 * published figure where there is one.
 */
public final class AvailabilitySimulation implements Simulation {
  static final String VERB = "simulate availability";
  static final String TABLE = "availability_result";
  static final String[] ORDER = {
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

  private static final String PUBLISHED = "published";

  @Override
  public String name() {
    return "availability";
  }

  @Override
  public List<String> help() {
    return List.of(
        "How many VMs, or images of a registry, keep all of their data when machines fail?",
        "Places every block of the warehouse on the machines, fails machines, and counts; beside it stands the closed",
        "form where one holds. VM blocks are those of the last simulate backup (schemes vc and vo); the",
        "files of a registry are packed by layer, by repository and in one store. Every combination of",
        "the lists is a row of table availability_result.");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "--published",
        "--warehouse /data/w --machines 100 --failed 3,5,10",
        "--warehouse /data/w --sweep --placement uniform,copyset",
        "--warehouse /data/w --correlation racks --failed-racks 1,2",
        "--warehouse /data/s --synthetic --vms 25000 --machines 1000");
  }

  @Override
  public List<String> sharedKeys() {
    return List.of("synthetic.vms", "simulation.seed");
  }

  @Override
  public Map<String, String> switches() {
    Map<String, String> switches = new LinkedHashMap<>();
    switches.put(
        PUBLISHED,
        "The published tables from their own block counts, printed, with the published figures; and"
            + " stored, when there is a warehouse.");
    switches.put(SyntheticSettings.SWITCH, SyntheticSettings.HELP);
    return switches;
  }

  @Override
  public List<String> reports() {
    return List.of("availability-by-failures", "availability-front");
  }

  @Override
  public Job read(Request request) {
    if (request.switches().contains(PUBLISHED)) {
      if (request.switches().size() > 1 || !request.options().isEmpty()) {
        request
            .settings()
            .fault(
                "--published takes its settings from the published tables: leave out the other options");
      }
      return new PublishedRun();
    }
    AvailabilitySettings settings = AvailabilitySettings.read(request.settings());
    boolean synthetic = request.switches().contains(SyntheticSettings.SWITCH);
    return new Trials(settings, synthetic ? SyntheticSettings.read(request.settings()) : null);
  }

  /**
   * Table {@code availability_result} of these settings; rows of other sources are kept.
   *
   * @param synthetic the synthetic fleet to use instead of the warehouse's, or null
   */
  private record Trials(AvailabilitySettings settings, @Nullable SyntheticSettings synthetic)
      implements Simulation.Job {
    @Override
    public RunSummary run(Runs runs, String location) throws IOException {
      String source = synthetic == null ? CountedFleets.SOURCE : SyntheticFleets.SOURCE;
      Map<String, String> options = Map.of(Staleness.SOURCE, source);
      return synthetic == null
          ? runs.executeOnExisting(VERB, options, location, run -> run(source, run))
          : runs.execute(VERB, options, location, run -> run(source, run));
    }

    @Override
    public String summary(RunSummary run) {
      return run.count("cells") + " rows of " + TABLE;
    }

    private void run(String source, Run run) throws IOException {
      run.show();
      List<SchemeFleet> fleets =
          synthetic == null
              ? new CountedFleets(run, settings.fleet()).of()
              : SyntheticFleets.of(run, synthetic, settings.fleet());
      PublishedAvailability published = new PublishedAvailability(run.engine());
      List<AvailabilityRow> rows = new ArrayList<>();
      for (SchemeFleet fleet : fleets) {
        run.note(
            String.format(
                Locale.ROOT,
                "%s: %,d owners, %,d blocks, of them %,d popular, %,d edges",
                fleet.scheme(),
                fleet.owners(),
                fleet.blocks().privateCount() + fleet.blocks().popularCount(),
                fleet.blocks().popularCount(),
                fleet.edges()));
        FailureTrials trials = new FailureTrials(run.engine(), fleet, settings);
        FleetRows cells = new FleetRows(fleet, settings, trials, published);
        for (Protection protection : settings.protections().of(fleet.blocks())) {
          rows.addAll(cells.of(protection));
        }
      }
      run.count("cells", rows.size());
      SourceRows.add(run, TABLE, AvailabilityRow.class, source, rows, ORDER);
    }
  }
}
