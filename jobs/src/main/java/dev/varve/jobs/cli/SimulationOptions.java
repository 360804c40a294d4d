package dev.varve.jobs.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Options of simulations are settings of their own names. */
final class SimulationOptions {
  private SimulationOptions() {}

  /** Adds {@code key=value} when the option was given. */
  static void add(List<String> settings, String key, @Nullable String value) {
    if (value != null) {
      settings.add(key + "=" + value);
    }
  }
}
