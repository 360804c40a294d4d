package dev.varve.jobs.run;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Which tables are older than those that they come from. */
public final class Staleness {
  private Staleness() {}

  /** Tables to be made anew, and the verb that does it. */
  public static Map<String, String> of(SparkSession spark) {
    Row runs =
        spark
            .sql(
                """
                SELECT
                  coalesce(max(CASE WHEN verb = 'derive' THEN run_id END), '') AS derived,
                  coalesce(max(CASE WHEN coalesce(counts['blobs_read'], 0) + coalesce(counts['images_added'], 0)
                    + coalesce(counts['tags_changed'], 0) > 0 THEN run_id END), '') AS layers,
                  coalesce(max(CASE WHEN coalesce(counts['snapshots_read'], 0) > 0 THEN run_id END), '') AS snapshots,
                  max(CASE WHEN verb = 'simulate backup' THEN run_id END) AS simulated
                FROM run
                """)
            .head();
    String derived = runs.getString(0);
    Map<String, String> stale = new LinkedHashMap<>();
    if (runs.getString(1).compareTo(derived) > 0) {
      stale.put("file_sharing", "derive");
    }
    if (runs.getString(2).compareTo(derived) > 0) {
      stale.put("chunk_sharing", "derive");
    }
    if (!runs.isNullAt(3) && runs.getString(2).compareTo(runs.getString(3)) > 0) {
      stale.put("block_sharing", "simulate backup");
    }
    return stale;
  }
}
