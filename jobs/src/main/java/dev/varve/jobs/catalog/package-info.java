/**
 * Tables of a warehouse in an Iceberg catalog: metadata over the published files, which stay as
 * they are. The only place that names Iceberg.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.catalog;
