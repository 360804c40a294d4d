package dev.varve.jobs.engine.run;

import dev.varve.jobs.host.StopSignals;
import java.util.function.LongSupplier;

/** A signal that arrives when the last wave of an ingest is read and published. */
public final class SignalAtTheEnd implements Reporter {
  private static final int SIGTERM = 15;

  @Override
  public void note(String line) {}

  @Override
  public Phase phase(String title, long totalBytes, LongSupplier doneBytes) {
    return () -> StopSignals.request(SIGTERM);
  }

  @Override
  public void endsEarly(Kept kept, Kept left, Ending ending) {}
}
