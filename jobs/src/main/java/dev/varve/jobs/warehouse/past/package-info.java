/**
 * A warehouse as it stood after an earlier run: which moment that was, and which rows were there.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.warehouse.past;
