package dev.varve.jobs.conf;

import java.util.List;

/** Wrong usage or settings, found before any work starts; contains every fault. */
public final class InvalidSettingsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** One line for each fault. */
  public InvalidSettingsException(List<String> faults) {
    super(String.join("\n", faults));
  }
}
