package dev.varve.jobs.engine.run;

import dev.varve.jobs.conf.SettingReader;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A verb {@code simulate NAME}. Its options are the keys of the section of {@code
 * conf/reference.conf} that has its name; the comments there are their help texts. Annotation
 * {@link About} declares only what that section lacks.
 */
public interface Simulation {
  /** Reads the simulation's settings; the reader of settings collects the faults. */
  Job read(Request request);

  /** The simulation's declaration. */
  default About about() {
    return Objects.requireNonNull(getClass().getAnnotation(About.class));
  }

  default String name() {
    return about().name();
  }

  /** The declaration of a simulation, for its help. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface About {
    /** The word after {@code simulate}, and the section of its settings. */
    String name();

    /** The lines of its help: the question that it answers, and how. */
    String[] help();

    /** Example command lines, without {@code varve simulate NAME}. */
    String[] examples();

    /** Keys of other sections that are options too, such as {@code simulation.seed}. */
    String[] sharedKeys() default {};

    /** Options without a value. */
    Switch[] switches() default {};

    /** The reports to look at first. */
    String[] reports();
  }

  /** An option without a value, such as {@code --synthetic}. */
  @Target({})
  @interface Switch {
    String name();

    String help();
  }

  /**
   * The request of the command line.
   *
   * @param settings the settings, overlaid with the options
   * @param options names of the options that were given
   * @param switches names of the switches that were given
   */
  record Request(SettingReader settings, Set<String> options, Set<String> switches) {}

  /**
   * Rows to print.
   *
   * @param columns names of the columns
   * @param rows each with a value for each column
   * @param summary one line about all rows, for people
   */
  record Printed(List<String> columns, List<List<@Nullable Object>> rows, String summary) {}

  /** A simulation with its settings, ready to run. */
  interface Job {
    /**
     * Replaces the result tables.
     *
     * @throws NoInputException when the warehouse lacks the data to simulate
     */
    RunSummary run(Runs runs, String location) throws IOException;

    /** The result in a few words for the last line, such as {@code 24 deletions of 4 VMs}. */
    String summary(RunSummary run);

    /** The reports to look at first: those of the simulation's reports whose tables have rows. */
    default List<String> reports(RunSummary run, List<String> all) {
      return all;
    }

    /** Rows to print, computed without a warehouse; null when there are none. */
    default @Nullable Printed printed(Runs runs) throws IOException {
      return null;
    }

    /**
     * Whether the simulation can run without a warehouse, because {@link #printed} computes rows.
     */
    default boolean needsNoWarehouse() {
      return false;
    }
  }
}
