package dev.varve.jobs.cli;

import dev.varve.jobs.availability.AvailabilitySimulation;
import dev.varve.jobs.backup.BackupSimulation;
import dev.varve.jobs.chain.ChainsSimulation;
import dev.varve.jobs.deletion.DeletionSimulation;
import dev.varve.jobs.durability.DurabilitySimulation;
import dev.varve.jobs.pull.PullsSimulation;
import dev.varve.jobs.retention.RetentionSimulation;
import dev.varve.jobs.run.Simulation;
import dev.varve.jobs.startup.StartupSimulation;
import java.util.List;

/** All simulations: each is a command, and the demo runs them in this order. */
final class Simulations {
  static final List<Simulation> ALL =
      List.of(
          new BackupSimulation(),
          new AvailabilitySimulation(),
          new DurabilitySimulation(),
          new DeletionSimulation(),
          new PullsSimulation(),
          new ChainsSimulation(),
          new StartupSimulation(),
          new RetentionSimulation());

  private Simulations() {}
}
