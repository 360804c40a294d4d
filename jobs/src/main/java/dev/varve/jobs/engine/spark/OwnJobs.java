package dev.varve.jobs.engine.spark;

import java.util.UUID;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;

/**
 * Work whose jobs end with it. When one side of a join turns out to be empty, Spark gives the
 * result while jobs for the other side still run: they would take processors from the next query,
 * and read files that are deleted by then.
 */
final class OwnJobs {
  private OwnJobs() {}

  /** Does the work, and cancels what it started and left running. */
  static <R> R of(SparkContext context, Supplier<R> work) {
    String tag = UUID.randomUUID().toString();
    context.addJobTag(tag);
    try {
      return work.get();
    } finally {
      context.removeJobTag(tag);
      context.cancelJobsWithTag(tag);
    }
  }
}
