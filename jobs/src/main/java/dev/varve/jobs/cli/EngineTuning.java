package dev.varve.jobs.cli;

/** Engine settings of short verbs, where starting takes longer than running. */
final class EngineTuning {
  /** Few tasks: a report's rows are few, or large enough for the engine to split by files. */
  static final String[] SHORT = {
    "spark.sql.shuffle.partitions=4", "spark.sql.adaptive.coalescePartitions.initialPartitionNum=4"
  };

  private EngineTuning() {}
}
