package dev.varve.jobs.retention;

import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.Simulation;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** Tables {@code retention_*}: of registries, of disks, or of both, as the warehouse has them. */
record SimulateRetention(RegistrySettings registry, ChainSettings chains)
    implements Simulation.Job {
  @Override
  public RunSummary run(Runs runs, String location) throws IOException {
    return runs.runOnExisting("simulate retention", Map.of(), location, this::run);
  }

  @Override
  public String summary(RunSummary run) {
    return String.format(
        Locale.ROOT,
        "%,d policies for %,d tags, %,d for %,d snapshots; nothing was removed",
        run.count("registry_policies"),
        run.count("tags"),
        run.count("snapshot_policies"),
        run.count("snapshots"));
  }

  private void run(Run run) throws IOException {
    boolean tags = new RegistryRetention(registry, run).addTables();
    boolean snapshots = new SnapshotRetention(chains, run).addTables();
    if (!tags && !snapshots) {
      throw NoInputException.noLayers(run.warehouse().location());
    }
  }
}
