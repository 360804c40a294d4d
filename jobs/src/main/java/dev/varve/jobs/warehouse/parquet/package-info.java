/** Parquet files as tables are declared: written with what their columns are, and joined. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.warehouse.parquet;
