package dev.varve.jobs.run;

import dev.varve.jobs.conf.SettingReader;

/**
 * How a run waits for another that writes to the same warehouse.
 *
 * @param waitSeconds at most so long
 * @param staleSeconds without a sign of life after which a writer is taken for dead
 */
record LockSettings(int waitSeconds, int staleSeconds) {
  static LockSettings read(SettingReader settings) {
    return new LockSettings(
        settings.count("lock.wait-seconds"), settings.count("lock.stale-seconds"));
  }
}
