package dev.varve.jobs.run;

import dev.varve.jobs.table.SessionFit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;

/** A session that is fitted to few rows or to many, as often as what is worked on changes. */
final class Fitting {
  private final SparkSession spark;
  private final long smallBytes;
  private final Map<String, Optional<String>> before = new HashMap<>();

  Fitting(SparkSession spark, long smallBytes) {
    this.spark = spark;
    this.smallBytes = smallBytes;
  }

  /** Fits the session to the bytes that are worked on from here on. */
  void to(long bytes) {
    RuntimeConfig conf = spark.conf();
    if (bytes >= smallBytes) {
      before.forEach(
          (key, value) -> value.ifPresentOrElse(it -> conf.set(key, it), () -> conf.unset(key)));
      before.clear();
    } else if (before.isEmpty()) {
      for (String key : SessionFit.changed()) {
        before.put(key, Optional.ofNullable(conf.get(key, null)));
      }
      SessionFit.forFewRows(spark);
    }
  }

  boolean isToFewRows() {
    return !before.isEmpty();
  }
}
