/**
 * Parquet files of tables: written with the declared columns and their comments, verified, and
 * joined.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.warehouse.parquet;
