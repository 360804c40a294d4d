package dev.varve.jobs.engine.run;

import dev.varve.jobs.conf.SettingReader;

/**
 * How a run waits for another run that writes to the same warehouse, and who works for it.
 *
 * @param waitSeconds longest time to wait
 * @param staleSeconds time without a heartbeat after which a writer counts as dead
 * @param choice of the engine
 */
record RunSettings(int waitSeconds, int staleSeconds, EngineChoice choice) {
  static RunSettings read(SettingReader settings) {
    return new RunSettings(
        settings.count("lock.wait-seconds"),
        settings.count("lock.stale-seconds"),
        EngineChoice.read(settings));
  }
}
