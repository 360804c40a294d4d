package dev.varve.jobs.durability;

import dev.varve.jobs.fleet.SyntheticSettings;
import dev.varve.jobs.run.Simulation;
import java.util.List;
import java.util.Map;

/** {@code simulate durability}. */
public final class DurabilitySimulation implements Simulation {
  @Override
  public String name() {
    return "durability";
  }

  @Override
  public List<String> help() {
    return List.of(
        "How likely does a year lose any block, when machines fail and are filled again?",
        "They do so event by event, at the bandwidth that repairs are given; beside it stands the Markov chain. The blocks are those of",
        "simulate availability. Every combination of the lists is a row of table durability_result.");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "--warehouse /data/w --replicas 2,3",
        "--warehouse /data/w --machine-bytes-per-second 50MB");
  }

  @Override
  public List<String> sharedKeys() {
    return List.of("synthetic.vms", "simulation.seed");
  }

  @Override
  public Map<String, String> switches() {
    return Map.of(SyntheticSettings.SWITCH, SyntheticSettings.HELP);
  }

  @Override
  public List<String> reports() {
    return List.of("durability");
  }

  @Override
  public Job read(Request request) {
    boolean synthetic = request.switches().contains(SyntheticSettings.SWITCH);
    return new SimulateDurability(
        DurabilitySettings.read(request.settings()),
        synthetic ? SyntheticSettings.read(request.settings()) : null);
  }
}
