package dev.varve.jobs.job;

import dev.varve.jobs.table.SqlFiles;
import dev.varve.jobs.table.Tables;
import dev.varve.jobs.table.Warehouse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** Reports, checks and free queries over the published tables. Writes nothing. */
public final class Queries {
  private static final long SMALL_BYTES = 64 << 20;

  private final SparkSession spark;

  /** Sees the warehouse as it is now. */
  public Queries(SparkSession spark, Warehouse warehouse) throws IOException {
    this.spark = spark;
    warehouse.views();
    if (warehouse.bytes() < SMALL_BYTES) {
      // One task a stage, planned once: for so few rows starting tasks costs more than their work.
      spark.conf().set("spark.sql.shuffle.partitions", "1");
      spark.conf().set("spark.sql.leafNodeDefaultParallelism", "1");
      spark.conf().set("spark.sql.adaptive.enabled", "false");
    }
  }

  /**
   * The answer of a report.
   *
   * @param heading its question, and how things are counted
   */
  public record Answer(String name, List<String> heading, StructType schema, List<Row> rows) {}

  /** Takes an answer. */
  public interface Reader {
    /** The next one. */
    void read(Answer answer) throws IOException;
  }

  /** The answer of one report. */
  public Answer answer(String report) {
    String text = SqlFiles.text("reports", report);
    Dataset<Row> rows = spark.sql(text);
    return new Answer(report, SqlFiles.heading(text), rows.schema(), rows.collectAsList());
  }

  /**
   * Hands over the answers of several reports in their order, each as soon as it is there; they are
   * worked out side by side.
   *
   * @throws IOException when {@code reader} does
   */
  public void answer(List<String> reports, Reader reader) throws IOException {
    ExecutorService workers =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<CompletableFuture<Answer>> answers =
          reports.stream()
              .map(report -> CompletableFuture.supplyAsync(() -> answer(report), workers))
              .toList();
      for (CompletableFuture<Answer> answer : answers) {
        reader.read(answer.join());
      }
    } finally {
      workers.shutdownNow();
    }
  }

  /** The rows of a query. */
  public Dataset<Row> query(String sql) {
    return spark.sql(sql);
  }

  /**
   * What does not hold: name of the check to the rows that break it; empty when all is well.
   * Sharing degrees older than what is ingested are no fault, and are not looked at.
   */
  public Map<String, Dataset<Row>> faults() {
    if (derivedIsStale()) {
      for (String table : List.of("file_sharing", "chunk_sharing")) {
        spark.createDataFrame(List.of(), Tables.schema(table)).createOrReplaceTempView(table);
      }
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

  /** Whether layers or snapshots were published after the sharing degrees were last derived. */
  public boolean derivedIsStale() {
    List<Row> row =
        spark
            .sql(
                """
                SELECT coalesce(max(CASE WHEN coalesce(counts['blobs_read'], 0) + coalesce(counts['images_added'], 0)
                         + coalesce(counts['tags_changed'], 0) + coalesce(counts['snapshots_read'], 0) > 0
                       THEN run_id END), '')
                     > coalesce(max(CASE WHEN verb = 'derive' THEN run_id END), '')
                FROM run
                """)
            .collectAsList();
    return row.get(0).getBoolean(0);
  }
}
