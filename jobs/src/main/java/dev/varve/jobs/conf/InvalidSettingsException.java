package dev.varve.jobs.conf;

import java.util.List;

/** Wrong usage or settings, found before any work; carries every fault. */
public final class InvalidSettingsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** One line a fault. */
  public InvalidSettingsException(List<String> faults) {
    super(String.join("\n", faults));
  }
}
