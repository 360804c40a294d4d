package dev.varve.jobs.run;

import dev.varve.jobs.conf.SettingReader;

/**
 * How a run waits for another run that writes to the same warehouse, and what it takes for little
 * work.
 *
 * @param waitSeconds longest time to wait
 * @param staleSeconds time without a heartbeat after which a writer counts as dead
 * @param smallBytes see {@link SparkRuntime#smallBytes}
 * @param choice of the engine
 */
record RunSettings(int waitSeconds, int staleSeconds, long smallBytes, EngineChoice choice) {
  static RunSettings read(SettingReader settings) {
    return new RunSettings(
        settings.count("lock.wait-seconds"),
        settings.count("lock.stale-seconds"),
        SparkRuntime.smallBytes(settings),
        EngineChoice.read(settings));
  }

  /** As {@code query.engine} has it. */
  String engine() {
    return choice.asked().equals(EngineChoice.LOCAL) ? "duckdb" : choice.asked();
  }
}
