package dev.varve.jobs.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ingest}: the second word names the kind of input. */
@Command(
    name = "ingest",
    description = "Reads inputs into a warehouse.",
    subcommands = {IngestRegistryCommand.class, IngestSnapshotsCommand.class},
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  varve ingest registry /var/lib/registry --warehouse /data/w",
      "  varve ingest snapshots /backups/vms --warehouse /data/w"
    })
final class IngestCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to ingest: registry or snapshots");
  }
}
