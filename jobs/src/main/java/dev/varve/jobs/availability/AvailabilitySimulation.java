package dev.varve.jobs.availability;

import dev.varve.jobs.run.Simulation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code simulate availability}. */
public final class AvailabilitySimulation implements Simulation {
  static final String SYNTHETIC = "synthetic";
  static final String SYNTHETIC_HELP =
      "Simulates a synthetic fleet drawn from the seed, not the warehouse's.";
  private static final String PUBLISHED = "published";

  @Override
  public String name() {
    return "availability";
  }

  @Override
  public List<String> help() {
    return List.of(
        "How many VMs, or images of a registry, keep all of their data when machines fail. Places every",
        "block of the warehouse on machines, fails machines, and counts the losses; the closed form is",
        "beside it where one holds. VM blocks are those of the last simulate backup (schemes vc and vo);",
        "the files of a registry are packed by layer, by repository, and in one store. Every combination",
        "of the lists is a row of table availability_result.");
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
        "Recomputes the published tables from their block counts and prints them beside the published figures;"
            + " with --warehouse it stores them too.");
    switches.put(SYNTHETIC, SYNTHETIC_HELP);
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
    boolean synthetic = request.switches().contains(SYNTHETIC);
    return new SimulateAvailability(
        settings, synthetic ? SyntheticSettings.read(request.settings()) : null);
  }
}
