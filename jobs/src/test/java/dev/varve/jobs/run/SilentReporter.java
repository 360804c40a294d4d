package dev.varve.jobs.run;

import java.util.function.LongSupplier;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;

/** Tells nobody. */
public final class SilentReporter implements Reporter {
  public static final Reporter SILENT = new SilentReporter();

  private SilentReporter() {}

  @Override
  public void note(String line) {}

  @Override
  public Phase phase(SparkSession spark, String title, long totalBytes, LongAccumulator doneBytes) {
    return () -> {};
  }

  @Override
  public Phase phase(String title, long totalBytes, LongSupplier doneBytes) {
    return () -> {};
  }
}
