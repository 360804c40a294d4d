package dev.varve.jobs.run;

import dev.varve.jobs.conf.SettingReader;

/**
 * How a run waits for another run that writes to the same warehouse.
 *
 * @param waitSeconds longest time to wait
 * @param staleSeconds time without a heartbeat after which a writer counts as dead
 */
record LockSettings(int waitSeconds, int staleSeconds) {
  static LockSettings read(SettingReader settings) {
    return new LockSettings(
        settings.count("lock.wait-seconds"), settings.count("lock.stale-seconds"));
  }
}
