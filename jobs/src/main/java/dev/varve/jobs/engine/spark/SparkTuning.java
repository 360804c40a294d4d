package dev.varve.jobs.engine.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/**
 * Settings of a Spark session that follow from the bytes that it reads: tables, inputs of a run,
 * and what is kept of them. A setting that was there before, of spark-submit or of the program's
 * own, is never changed.
 */
public final class SparkTuning {
  /** The size of a part; a table of rows in a shuffle, packed again, is several times this. */
  private static final long PART_BYTES = 16 << 20;

  private static final long MOST_PARTS = 10_000;

  private static final String PARTS = "spark.sql.shuffle.partitions";
  private static final String FIRST_PARTS =
      "spark.sql.adaptive.coalescePartitions.initialPartitionNum";
  private static final String JOINED_BYTES = "spark.sql.adaptive.advisoryPartitionSizeInBytes";
  private static final String READING = "spark.sql.leafNodeDefaultParallelism";
  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";
  private static final String COMPILED = "spark.sql.codegen.wholeStage";
  private static final String PARALLELISM = "spark.default.parallelism";

  /** The settings that are changed; each with others that say the same unless it is set. */
  private static final Map<String, List<String>> SETTINGS =
      Map.of(
          PARTS, List.of(),
          FIRST_PARTS, List.of(PARTS),
          JOINED_BYTES, List.of("spark.sql.adaptive.shuffle.targetPostShuffleInputSize"),
          READING, List.of(PARALLELISM),
          ADAPTIVE, List.of(),
          COMPILED, List.of());

  /**
   * Small data: one task for each stage, no adaptive planning, and no generated code. Starting
   * tasks, planning again and compiling would take longer than the work itself.
   */
  private static final Map<String, String> SMALL_DATA =
      Map.of(
          PARTS, "1",
          FIRST_PARTS, "1",
          READING, "1",
          ADAPTIVE, "false",
          COMPILED, "false");

  /** Bytes below which starting tasks would take longer than their work. */
  private static final long SMALL_BYTES = 64 << 20;

  /** Tasks for which work is divided where an allocation may run more, or has no bound. */
  private static final int UNBOUNDED = 250;

  private final SparkSession session;
  private final Set<String> free;
  private final long leastBytes;
  private final Map<String, Long> shown = new HashMap<>();

  private SparkTuning(SparkSession session, long leastBytes) {
    this.session = session;
    this.leastBytes = leastBytes;
    free =
        SETTINGS.entrySet().stream()
            .filter(one -> !isSet(one.getKey()) && one.getValue().stream().noneMatch(this::isSet))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
  }

  private boolean isSet(String key) {
    return session.conf().getAll().contains(key) || session.sparkContext().getConf().contains(key);
  }

  /**
   * Fits a session to what it will read.
   *
   * @param leastBytes as far as they are known; {@link #show} says of more
   */
  public static SparkTuning fit(SparkSession session, long leastBytes) {
    SparkTuning tuning = new SparkTuning(session, leastBytes);
    tuning.show(Map.of());
    return tuning;
  }

  /** Fits the session to the bytes of a view that it reads from here on. */
  void show(String view, long bytes) {
    show(Map.of(view, bytes));
  }

  private synchronized void show(Map<String, Long> bytes) {
    shown.putAll(bytes);
    long all = Math.max(leastBytes, shown.values().stream().mapToLong(Long::longValue).sum());
    Map<String, String> fitting = all < SMALL_BYTES ? SMALL_DATA : data(all);
    for (String key : free) {
      String value = fitting.get(key);
      if (value == null) {
        session.conf().unset(key);
      } else {
        session.conf().set(key, value);
      }
    }
  }

  /**
   * So many bytes: a shuffle of all of them has parts that a task sorts or groups in its memory,
   * and as many as may run. Small parts are joined again once their sizes are known, but not to
   * larger ones: a question may make many rows of each. Files are split for all tasks that may run.
   */
  private Map<String, String> data(long bytes) {
    int tasks = parallelism(session);
    String parts = String.valueOf(Math.min(MOST_PARTS, Math.max(tasks, bytes / PART_BYTES)));
    return Map.of(
        PARTS,
        parts,
        FIRST_PARTS,
        parts,
        JOINED_BYTES,
        String.valueOf(PART_BYTES),
        READING,
        String.valueOf(tasks));
  }

  /** The number of tasks that may run at the same time. */
  static int parallelism(SparkSession session) {
    return parallelism(
        session.sparkContext().getConf(), session.sparkContext().defaultParallelism());
  }

  /**
   * The number of tasks that may run at the same time. If allocation grows, these are not those
   * that can run now, as its first tasks come before most executors.
   *
   * @param now how many can run now, or as many as the user says
   */
  static int parallelism(SparkConf conf, int now) {
    boolean grows =
        conf.getBoolean("spark.dynamicAllocation.enabled", false)
            && !conf.get("spark.master", "local").startsWith("local")
            && !conf.contains(PARALLELISM);
    if (!grows) {
      return now;
    }
    long executors = conf.getInt("spark.dynamicAllocation.maxExecutors", Integer.MAX_VALUE);
    int tasks = conf.getInt("spark.executor.cores", 1) / conf.getInt("spark.task.cpus", 1);
    return (int) Math.max(now, Math.min(UNBOUNDED, executors * Math.max(1, tasks)));
  }
}
