package dev.varve.jobs.engine.spark;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** Settings of a Spark session that follow from the amount of data. */
public final class SparkTuning {
  /** The size of a part; a table of rows in a shuffle, packed again, is several times this. */
  private static final long PART_BYTES = 16 << 20;

  private static final long MOST_PARTS = 10_000;

  private static final List<String> PARTS =
      List.of(
          "spark.sql.shuffle.partitions",
          "spark.sql.adaptive.coalescePartitions.initialPartitionNum");

  private static final String JOINED_BYTES = "spark.sql.adaptive.advisoryPartitionSizeInBytes";

  private static final Map<String, String> SMALL_DATA =
      Map.of(
          "spark.sql.shuffle.partitions", "1",
          "spark.sql.leafNodeDefaultParallelism", "1",
          "spark.sql.adaptive.enabled", "false",
          "spark.sql.codegen.wholeStage", "false");

  /** Bytes of tables below which starting tasks would take longer than their work. */
  private static final long SMALL_BYTES = 64 << 20;

  private SparkTuning() {}

  /** Fits a session to the bytes of the tables that it reads. */
  public static void fit(SparkSession session, long bytes) {
    if (bytes < SMALL_BYTES) {
      smallData(session);
    } else {
      data(session, bytes);
    }
  }

  /**
   * Small data: one task for each stage, no adaptive planning, and no generated code. Starting
   * tasks, planning again and compiling would take longer than the work itself.
   */
  private static void smallData(SparkSession session) {
    SMALL_DATA.forEach(session.conf()::set);
  }

  /**
   * Tables of so many bytes: a shuffle of all of them has parts that a task sorts or groups in its
   * memory. Small parts are joined again once their sizes are known, but not to larger ones: a
   * question may make many rows of each.
   */
  private static void data(SparkSession session, long bytes) {
    long parts = Math.min(MOST_PARTS, bytes / PART_BYTES);
    for (String key : PARTS) {
      if (parts > Long.parseLong(session.conf().get(key, "0"))) {
        session.conf().set(key, parts);
      }
    }
    if (!session.sparkContext().getConf().contains(JOINED_BYTES)) {
      session.conf().set(JOINED_BYTES, PART_BYTES);
    }
  }
}
