package dev.varve.jobs.engine.run;

/**
 * Settings of waiting for another run that writes to the same warehouse: section lock.
 *
 * @param waitSeconds longest time to wait
 * @param staleSeconds time without a heartbeat after which a writer counts as dead
 */
record LockSettings(int waitSeconds, int staleSeconds) {}
