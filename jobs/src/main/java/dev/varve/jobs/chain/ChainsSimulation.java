package dev.varve.jobs.chain;

import dev.varve.jobs.run.Simulation;
import java.util.List;

/** {@code simulate chains}. */
public final class ChainsSimulation implements Simulation {
  @Override
  public String name() {
    return "chains";
  }

  @Override
  public List<String> help() {
    return List.of(
        "What reads cost on long chains of snapshots: files looked into, caches of their tables,",
        "memory, time; and what tables that name the owner, or merging old files, would save.",
        "Reads, made up or of a trace, are replayed over the maps of ingested chains and of chains",
        "that are grown. Every combination of the lists is a row of table chain_result.");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "--warehouse /data/v",
        "--warehouse /data/v --kinds grown --snapshots 0,100,500 --cache-bytes 1MiB,4MiB",
        "--warehouse /data/v --kinds real --trace boot.iolog");
  }

  @Override
  public List<String> sharedKeys() {
    return List.of("simulation.seed");
  }

  @Override
  public List<String> reports() {
    return List.of("chain-lookups", "chain-memory", "chain-latency", "flatten-gain");
  }

  @Override
  public Job read(Request request) {
    return new SimulateChains(ChainSettings.read(request.settings()));
  }
}
