package dev.varve.jobs;

import dev.varve.jobs.cli.CommandLines;

/** The program. */
public final class Varve {
  private Varve() {}

  /** Runs a verb and exits with its code. */
  public static void main(String[] arguments) {
    System.exit(CommandLines.run(arguments));
  }
}
