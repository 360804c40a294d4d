package dev.varve.jobs.cli;

import dev.varve.jobs.run.Simulation;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code simulate}: the second word names the simulation. */
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
final class SimulateCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private SimulateCommand() {}

  /** With all simulations below it. */
  static CommandLine line() {
    CommandLine line = new CommandLine(new SimulateCommand());
    Simulations.ALL.forEach(one -> line.addSubcommand(SimulateOneCommand.spec(one)));
    return line;
  }

  @Override
  public void run() {
    String names = Simulations.ALL.stream().map(Simulation::name).collect(Collectors.joining(", "));
    throw new ParameterException(spec.commandLine(), "say what to simulate: " + names);
  }
}
