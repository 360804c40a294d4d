package dev.varve.jobs.job;

import dev.varve.jobs.table.SqlFiles;
import dev.varve.jobs.table.Tables;
import dev.varve.jobs.table.Warehouse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reports, checks and free queries over the published tables. Writes nothing. */
public final class Queries {
  private final SparkSession spark;

  /** Sees the warehouse as it is now. */
  public Queries(SparkSession spark, Warehouse warehouse) throws IOException {
    this.spark = spark;
    warehouse.views();
  }

  /** The rows of a report. */
  public Dataset<Row> report(String name) {
    return spark.sql(SqlFiles.text("reports", name));
  }

  /** The rows of a query. */
  public Dataset<Row> query(String sql) {
    return spark.sql(sql);
  }

  /**
   * What does not hold: name of the check to the rows that break it; empty when all is well.
   * Sharing degrees older than the layers are no fault, and are not looked at.
   */
  public Map<String, Dataset<Row>> faults() {
    if (derivedIsStale()) {
      spark
          .createDataFrame(List.of(), Tables.schema("file_sharing"))
          .createOrReplaceTempView("file_sharing");
    }
    Map<String, Dataset<Row>> faults = new LinkedHashMap<>();
    SqlFiles.folder("checks")
        .forEach(
            (name, query) -> {
              Dataset<Row> rows = spark.sql(query);
              if (!rows.isEmpty()) {
                faults.put(name, rows);
              }
            });
    return faults;
  }

  /** Whether layers were published after the sharing degrees were last derived. */
  public boolean derivedIsStale() {
    List<Row> row =
        spark
            .sql(
                """
                SELECT coalesce(max(CASE WHEN verb = 'ingest registry' AND coalesce(counts['blobs_read'], 0)
                         + coalesce(counts['images_added'], 0) + coalesce(counts['tags_changed'], 0) > 0
                       THEN run_id END), '')
                     > coalesce(max(CASE WHEN verb = 'derive' THEN run_id END), '')
                FROM run
                """)
            .collectAsList();
    return row.get(0).getBoolean(0);
  }
}
