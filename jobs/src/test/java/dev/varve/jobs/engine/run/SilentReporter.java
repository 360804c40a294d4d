package dev.varve.jobs.engine.run;

import java.util.function.LongSupplier;

/** Tells nobody. */
public final class SilentReporter implements Reporter {
  public static final Reporter SILENT = new SilentReporter();

  private SilentReporter() {}

  @Override
  public void note(String line) {}

  @Override
  public Phase phase(String title, long totalBytes, LongSupplier doneBytes) {
    return () -> {};
  }
}
