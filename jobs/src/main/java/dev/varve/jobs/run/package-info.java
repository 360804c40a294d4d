/**
 * The frame of every verb that writes: the engine, the lock, the record, what is published, the
 * summary.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.run;
