package dev.varve.jobs.deletion;

import dev.varve.jobs.run.Simulation;
import java.util.List;

/** {@code simulate deletion}. */
public final class DeletionSimulation implements Simulation {
  @Override
  public String name() {
    return "deletion";
  }

  @Override
  public List<String> help() {
    return List.of(
        "Deletes the snapshots of every VM one after another by Bloom summaries.",
        "A chunk goes unless the OR of the live snapshots' summaries holds it. What that leaks is measured exactly, beside what",
        "the formula predicts; a VM is marked and swept when the repair rule says so. Popular data",
        "(backup.sigma) is never deleted this way. Every combination of the lists stands in table",
        "deletion_result, one row a VM and deletion.");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "--warehouse /data/w", "--warehouse /data/w --order oldest-first,random --repair never");
  }

  @Override
  public List<String> sharedKeys() {
    return List.of("simulation.seed");
  }

  @Override
  public List<String> reports() {
    return List.of("deletion-leakage");
  }

  @Override
  public Job read(Request request) {
    return new SimulateDeletion(DeletionSettings.read(request.settings()));
  }
}
