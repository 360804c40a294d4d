/** The adapter to one machine: DuckDB for sets and order, threads for folds and tasks. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.engine.local;
