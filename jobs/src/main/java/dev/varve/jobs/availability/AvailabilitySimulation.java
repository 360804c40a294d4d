package dev.varve.jobs.availability;

import dev.varve.jobs.fleet.SyntheticSettings;
import dev.varve.jobs.run.Simulation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code simulate availability}. */
public final class AvailabilitySimulation implements Simulation {
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
    return new SimulateAvailability(
        settings, synthetic ? SyntheticSettings.read(request.settings()) : null);
  }
}
