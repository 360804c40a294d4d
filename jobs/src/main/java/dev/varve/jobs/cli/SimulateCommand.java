package dev.varve.jobs.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code simulate}: its second word says what. */
@Command(
    name = "simulate",
    description = "Runs one simulation over what is ingested and replaces its result tables.",
    subcommands = {
      SimulateBackupCommand.class,
      SimulateAvailabilityCommand.class,
      SimulateDurabilityCommand.class,
      SimulateDeletionCommand.class
    },
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

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "say what to simulate: backup, availability, durability or deletion");
  }
}
