package dev.varve.jobs.run;

import dev.varve.jobs.conf.SettingReader;
import java.util.List;

/**
 * How a run waits for another run that writes to the same warehouse, and what it takes for little
 * work.
 *
 * @param waitSeconds longest time to wait
 * @param staleSeconds time without a heartbeat after which a writer counts as dead
 * @param smallBytes see {@link Engine#smallBytes}
 * @param engine which engine may do a part of the work, as {@code query.engine} has it
 */
record RunSettings(int waitSeconds, int staleSeconds, long smallBytes, String engine) {
  private static final List<String> ENGINES = List.of("auto", "duckdb", "spark");

  static RunSettings read(SettingReader settings) {
    return new RunSettings(
        settings.count("lock.wait-seconds"),
        settings.count("lock.stale-seconds"),
        Engine.smallBytes(settings),
        settings.name("query.engine", ENGINES));
  }
}
