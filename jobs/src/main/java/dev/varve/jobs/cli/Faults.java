package dev.varve.jobs.cli;

import dev.varve.jobs.conf.InvalidSettingsException;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with a command line, all at once. */
final class Faults {
  private Faults() {}

  /**
   * Runs checks, each of which may throw faults of its own.
   *
   * @throws InvalidSettingsException with the faults of all
   */
  static void ofAll(Runnable... checks) {
    List<String> faults = new ArrayList<>();
    for (Runnable check : checks) {
      try {
        check.run();
      } catch (InvalidSettingsException e) {
        String.valueOf(e.getMessage())
            .lines()
            .filter(fault -> !faults.contains(fault))
            .forEach(faults::add);
      }
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
  }
}
