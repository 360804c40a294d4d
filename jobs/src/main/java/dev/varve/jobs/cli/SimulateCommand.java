package dev.varve.jobs.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code simulate}: its second word says what. */
@Command(
    name = "simulate",
    description = "Runs one simulation on what a warehouse holds; its result tables are replaced.",
    subcommands = {SimulateAvailabilityCommand.class},
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve simulate availability --warehouse /data/w --failed 3,10 --replicas 2,3"
    })
final class SimulateCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to simulate: availability");
  }
}
