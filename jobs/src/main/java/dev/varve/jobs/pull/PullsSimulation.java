package dev.varve.jobs.pull;

import dev.varve.jobs.run.Simulation;
import java.util.List;

/** {@code simulate pulls}. */
public final class PullsSimulation implements Simulation {
  @Override
  public String name() {
    return "pulls";
  }

  @Override
  public List<String> help() {
    return List.of(
        "What pulls would cost once layers are kept as files, and what caches would give back.",
        "Layers are deduplicated onto servers in the order of their arrival. Requests, made up or of",
        "a trace, are replayed in simulated time: a layer is put together by all servers that hold",
        "files of it, unless a cache has it ready. Every combination of the lists stands in table",
        "pull_summary.");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "--warehouse /data/w",
        "--warehouse /data/w --experiment cache",
        "--warehouse /data/w --trace dal09/ --clients 20,60");
  }

  @Override
  public List<String> sharedKeys() {
    return List.of("simulation.seed");
  }

  @Override
  public List<String> reports() {
    return List.of("storage-modes", "pull-latency", "cache-hit-ratio");
  }

  @Override
  public Job read(Request request) {
    return new SimulatePulls(PullSettings.read(request.settings(), request.options()));
  }
}
