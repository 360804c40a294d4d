package dev.varve.jobs.cli;

import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.simulate.availability.AvailabilitySimulation;
import dev.varve.jobs.simulate.backup.BackupSimulation;
import dev.varve.jobs.simulate.chain.ChainsSimulation;
import dev.varve.jobs.simulate.deletion.DeletionSimulation;
import dev.varve.jobs.simulate.durability.DurabilitySimulation;
import dev.varve.jobs.simulate.format.FormatsSimulation;
import dev.varve.jobs.simulate.layering.LayersSimulation;
import dev.varve.jobs.simulate.pull.PullsSimulation;
import dev.varve.jobs.simulate.retention.RetentionSimulation;
import dev.varve.jobs.simulate.startup.StartupSimulation;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** List of all simulations, and verb {@code simulate} with a verb for each. */
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
          new FormatsSimulation(),
          new RetentionSimulation(),
          new LayersSimulation());

  private Simulations() {}

  /** The verb with all simulations below it. */
  static CommandLine line() {
    CommandLine line = new CommandLine(new Verb());
    ALL.forEach(simulation -> line.addSubcommand(SimulateOneCommand.spec(simulation)));
    return line;
  }

  /** Verb {@code simulate}: the second word names the simulation. */
  @Command(
      name = "simulate",
      description = "Runs one simulation over what is ingested and replaces its result tables.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Examples:",
        "  varve simulate backup --warehouse /data/w",
        "  varve simulate availability --warehouse /data/w --failed 3,10",
        "  varve simulate deletion --warehouse /data/w"
      })
  static final class Verb implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    private Verb() {}

    @Override
    public void run() {
      String names = ALL.stream().map(Simulation::name).collect(Collectors.joining(", "));
      throw new ParameterException(spec.commandLine(), "say what to simulate: " + names);
    }
  }
}
