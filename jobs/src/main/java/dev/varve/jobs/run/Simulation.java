package dev.varve.jobs.run;

import dev.varve.jobs.conf.SettingReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * What {@code simulate NAME} does. Its options are the keys of the section of its name in {@code
 * conf/reference.conf}, with their comments as help; it says what is particular to it.
 */
public interface Simulation {
  /** The word after {@code simulate}, and the section of its settings. */
  String name();

  /** What it answers, and how: the lines of its help. */
  List<String> help();

  /** Command lines, without {@code varve simulate NAME}. */
  List<String> examples();

  /** Keys of other sections that are options too, such as {@code simulation.seed}. */
  default List<String> sharedKeys() {
    return List.of();
  }

  /** Switches by their names, such as {@code synthetic}, with their help. */
  default Map<String, String> switches() {
    return Map.of();
  }

  /** Reports over its tables, those to look at first. */
  List<String> reports();

  /** Reads what it needs to know; faults are left to the reader. */
  Job read(Request request);

  /**
   * What was request.
   *
   * @param settings with the options laid over them
   * @param options names of those that were given
   * @param switches those that were given
   */
  record Request(SettingReader settings, Set<String> options, Set<String> switches) {}

  /** A simulation that knows what it needs to know. */
  interface Job {
    /**
     * Replaces the result tables.
     *
     * @throws NoInputException when the warehouse lacks what is simulated
     */
    RunSummary run(Runs runs, String location) throws IOException;

    /** What it did, for the line that ends it, such as {@code 24 deletions of 4 VMs}. */
    String summary(RunSummary run);

    /** Rows that it prints without a warehouse; null when it needs one. */
    default @Nullable Dataset<Row> printed(Runs runs) {
      return null;
    }

    /** Whether {@link #printed} has anything. */
    default boolean standsAlone() {
      return false;
    }
  }
}
