package dev.varve.jobs.engine.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/**
 * Settings of a Spark session that depend on the bytes that it reads: tables, inputs of a run, and
 * kept views. A setting that spark-submit or the program has already set is never changed.
 */
public final class SparkTuning {
  /**
   * Size of a shuffle partition in bytes as stored in Parquet; its rows take several times as much
   * in a task's memory.
   */
  private static final long PART_BYTES = 16 << 20;

  private static final long MAX_PARTS = 10_000;

  private static final String PARTS = "spark.sql.shuffle.partitions";
  private static final String FIRST_PARTS =
      "spark.sql.adaptive.coalescePartitions.initialPartitionNum";
  private static final String JOINED_BYTES = "spark.sql.adaptive.advisoryPartitionSizeInBytes";
  private static final String READING = "spark.sql.leafNodeDefaultParallelism";
  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";
  private static final String COMPILED = "spark.sql.codegen.wholeStage";
  private static final String PARALLELISM = "spark.default.parallelism";

  /**
   * The settings that are changed. A setting is left alone if it, or one of the listed settings
   * from which Spark takes its default, was set before.
   */
  private static final Map<String, List<String>> SETTINGS =
      Map.of(
          PARTS, List.of(),
          FIRST_PARTS, List.of(PARTS),
          JOINED_BYTES, List.of("spark.sql.adaptive.shuffle.targetPostShuffleInputSize"),
          READING, List.of(PARALLELISM),
          ADAPTIVE, List.of(),
          COMPILED, List.of());

  /**
   * Settings for small data: one task per stage, no adaptive planning, and no generated code.
   * Starting more tasks, planning again and compiling would take longer than the work itself.
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

  /**
   * Most tasks that work is divided into under dynamic allocation, whose upper bound may be far
   * larger or absent.
   */
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
   * @param leastBytes bytes that are known to be read; {@link #show} adds those of views
   */
  public static SparkTuning fit(SparkSession session, long leastBytes) {
    SparkTuning tuning = new SparkTuning(session, leastBytes);
    tuning.show(Map.of());
    return tuning;
  }

  /** Fits the session to the bytes of a view that it reads from now on. */
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
   * Settings for reading {@code bytes} bytes. A shuffle gets at least one partition for each
   * parallel task, and partitions small enough to be sorted or grouped in a task's memory. Small
   * partitions are joined once their sizes are known, up to {@link #PART_BYTES} only, because a
   * query may make many rows from each row. Files are split for all parallel tasks.
   */
  private Map<String, String> data(long bytes) {
    int tasks = parallelism(session);
    String parts = String.valueOf(Math.min(MAX_PARTS, Math.max(tasks, bytes / PART_BYTES)));
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
   * The number of tasks that may run in parallel. Under dynamic allocation this is more than can
   * run now, because the first tasks start before most executors.
   *
   * @param now number of tasks that can run in parallel now, or the user's setting
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
