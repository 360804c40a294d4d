/**
 * The port to an engine: SQL queries, folds over ordered rows, tasks over lists. Subpackages are
 * the adapters to DuckDB and Spark. Computations depend on this package alone.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.engine;
