package dev.varve.jobs.simulate.availability;

import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.simulate.fleet.ChosenFleet;
import dev.varve.jobs.simulate.fleet.SchemeFleet;
import dev.varve.jobs.simulate.fleet.SourceRows;
import dev.varve.jobs.simulate.fleet.SyntheticSettings;
import dev.varve.simulation.availability.Protection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code simulate availability}: for each scheme and setting the closed form, the trials, and the
 * published figure where there is one.
 */
@Simulation.About(
    name = "availability",
    help = {
      "Estimates how many VMs, or images of a registry, keep all of their data when machines fail.",
      "Places every block of the warehouse on the machines, fails machines, and counts; a closed form",
      "is reported alongside where one applies. VM blocks are those of the last simulate backup (schemes vc and vo); the",
      "files of a registry are packed by layer, by repository and in one store. Every combination of",
      "the lists is a row of table availability_result."
    },
    examples = {
      "--published",
      "--warehouse /data/w --machines 100 --failed 3,5,10",
      "--warehouse /data/w --sweep --placement uniform,copyset",
      "--warehouse /data/w --correlation racks --failed-racks 1,2",
      "--warehouse /data/s --synthetic --vms 25000 --machines 1000"
    },
    sharedKeys = {"synthetic.vms", "simulation.seed"},
    switches = {
      @Simulation.Switch(
          name = AvailabilitySimulation.PUBLISHED,
          help =
              "The published tables from their own block counts, printed, with the published figures; and"
                  + " stored, when there is a warehouse."),
      @Simulation.Switch(name = SyntheticSettings.SWITCH, help = SyntheticSettings.HELP)
    },
    reports = {"availability-by-failures", "availability-front"})
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

  static final String PUBLISHED = "published";

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
    return new Trials(AvailabilitySettings.read(request.settings()), ChosenFleet.read(request));
  }

  /** Table {@code availability_result} of these settings; rows of other sources are kept. */
  private record Trials(AvailabilitySettings settings, ChosenFleet chosen)
      implements Simulation.Job {
    @Override
    public RunSummary run(Runs runs, String location) throws IOException {
      return chosen.execute(VERB, runs, location, this::run);
    }

    @Override
    public String summary(RunSummary run) {
      return run.count("cells", "row") + " of " + TABLE;
    }

    private void run(Run run) throws IOException {
      run.registerViews();
      PublishedAvailability published = new PublishedAvailability(run.engine());
      List<AvailabilityRow> rows = new ArrayList<>();
      for (SchemeFleet fleet : chosen.fleets(run, settings.fleet())) {
        run.note(
            "scheme %s: owners %,d, blocks %,d (popular %,d), pairs of owner and block %,d"
                .formatted(
                    fleet.scheme(),
                    fleet.owners(),
                    fleet.blocks().privateCount() + fleet.blocks().popularCount(),
                    fleet.blocks().popularCount(),
                    fleet.edges()));
        FailureTrials trials = new FailureTrials(run.engine(), fleet, settings);
        FleetRows fleetRows = new FleetRows(fleet, settings, trials, published);
        for (Protection protection : settings.protections().combinations(fleet.blocks())) {
          rows.addAll(fleetRows.rows(protection));
        }
      }
      run.count("cells", rows.size());
      SourceRows.add(run, TABLE, AvailabilityRow.class, chosen.source(), rows, ORDER);
    }
  }
}
