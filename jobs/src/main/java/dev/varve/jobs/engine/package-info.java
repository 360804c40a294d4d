/**
 * The port to an engine: sets by SQL, folds over ordered rows, tasks over lists. Packages below it
 * are its adapters; computations know this package alone.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.engine;
