/**
 * DuckDB at work within a run that writes: tables as views, rows of queries for tables and folds.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.duck;
