package dev.varve.jobs.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;

/** Fits a session of the engine to how much it works on. */
public final class SessionFit {
  /** What a table of rows grows to in a shuffle, packed again, is several times this. */
  private static final long PART_BYTES = 16 << 20;

  private static final long MOST_PARTS = 10_000;

  /** Of a shuffle by one key, such as VMs or bins. */
  private static final int MOST_TASKS = 4096;

  private static final List<String> PARTS =
      List.of(
          "spark.sql.shuffle.partitions",
          "spark.sql.adaptive.coalescePartitions.initialPartitionNum");

  private static final String JOINED_BYTES = "spark.sql.adaptive.advisoryPartitionSizeInBytes";

  private static final Map<String, String> FEW_ROWS =
      Map.of(
          "spark.sql.shuffle.partitions", "1",
          "spark.sql.leafNodeDefaultParallelism", "1",
          "spark.sql.adaptive.enabled", "false",
          "spark.sql.codegen.wholeStage", "false",
          "spark.sql.codegen.factoryMode", "NO_CODEGEN");

  private final SparkSession spark;
  private final long smallBytes;
  private final Map<String, Optional<String>> before = new HashMap<>();

  /** Of a session that works on much, until it is told otherwise. */
  public SessionFit(SparkSession spark, long smallBytes) {
    this.spark = spark;
    this.smallBytes = smallBytes;
  }

  /** Fits the session to the bytes that are worked on from here on, as often as they change. */
  public void to(long bytes) {
    RuntimeConfig conf = spark.conf();
    if (bytes >= smallBytes) {
      before.forEach(
          (key, value) -> value.ifPresentOrElse(it -> conf.set(key, it), () -> conf.unset(key)));
      before.clear();
    } else if (before.isEmpty()) {
      for (String key : FEW_ROWS.keySet()) {
        before.put(key, Optional.ofNullable(conf.get(key, null)));
      }
      forFewRows(spark);
    }
  }

  /** Whether it is fitted to few rows now. */
  public boolean isToFewRows() {
    return !before.isEmpty();
  }

  /**
   * Fits a session to few rows: one task for each stage, no adaptive planning, and expressions
   * interpreted. Starting tasks, planning again and compiling generated code would take longer than
   * the work itself.
   */
  public static void forFewRows(SparkSession session) {
    FEW_ROWS.forEach(session.conf()::set);
  }

  /**
   * How many tasks to spread a shuffle over, of which {@code most} could work at once: few rows go
   * to as many as the engine runs at a time.
   */
  public static int tasks(SparkSession session, long most) {
    long enough = isForFewRows(session) ? session.sparkContext().defaultParallelism() : MOST_TASKS;
    return (int) Math.min(most, enough);
  }

  /** Whether a shuffle goes to one task unless another number is asked for. */
  public static boolean isForFewRows(SparkSession session) {
    return session.conf().get(PARTS.get(0)).equals("1");
  }

  /**
   * Fits a session to tables of so many bytes: a shuffle of all of them has parts that a task sorts
   * or groups in its memory. Small ones are joined again once their sizes are known, but not to
   * larger ones: a question may make many rows of each.
   */
  public static void forRows(SparkSession session, long bytes) {
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
