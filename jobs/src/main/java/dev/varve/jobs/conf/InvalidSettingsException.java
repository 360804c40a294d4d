package dev.varve.jobs.conf;

import java.util.List;

/** Thrown for wrong usage or settings, before any work starts; its message lists every fault. */
public final class InvalidSettingsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception for faults, with a line for each in its message. */
  public InvalidSettingsException(List<String> faults) {
    super(String.join("\n", faults));
  }
}
