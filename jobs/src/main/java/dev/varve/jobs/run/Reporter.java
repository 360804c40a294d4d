package dev.varve.jobs.run;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;

/** Whoever watches a run: told of phases and of what it waits for. */
public interface Reporter {
  /** A line for people. */
  void note(String line);

  /** A long phase has begun; it ends when the result is closed. */
  Phase phase(SparkSession spark, String title, long totalBytes, LongAccumulator doneBytes);

  /** A phase under way. */
  interface Phase extends AutoCloseable {
    @Override
    void close();
  }
}
