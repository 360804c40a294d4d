package dev.varve.jobs.pull;

import dev.varve.jobs.run.Run;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RuntimeConfig;

/**
 * Reads materialized rows of one partition as one partition again, in their order: the engine would
 * cut a large file for several tasks.
 */
final class OneTask {
  private static final Map<String, String> WHOLE_FILES =
      Map.of(
          "spark.sql.files.maxPartitionBytes",
          String.valueOf(Long.MAX_VALUE >> 1),
          "spark.sql.files.minPartitionNum",
          "1");

  private OneTask() {}

  /** Materializes rows that are made from such rows. */
  static Dataset<Row> of(Run run, String title, Supplier<Dataset<Row>> rows) throws IOException {
    RuntimeConfig settings = run.spark().conf();
    try {
      WHOLE_FILES.forEach(settings::set);
      return run.publication().materialize(title, rows.get());
    } finally {
      WHOLE_FILES.keySet().forEach(settings::unset);
    }
  }
}
