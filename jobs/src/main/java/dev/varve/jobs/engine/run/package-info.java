/**
 * The frame of every verb that writes: the engine, the lock, the run record, the publication, the
 * summary.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.engine.run;
