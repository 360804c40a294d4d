/**
 * The warehouse: how tables are declared, bound to records, written to Parquet files, published,
 * listed, and read as of an earlier time.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.warehouse;
