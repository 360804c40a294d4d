package dev.varve.jobs.engine.run;

import java.io.IOException;

/** Ends a run that a signal has stopped, after it has published what it had read. */
public final class StoppedRunException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /**
   * The end by a signal.
   *
   * @param exitCode by which shells report the signal
   */
  public StoppedRunException(int exitCode) {
    super("stopped by a signal");
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
