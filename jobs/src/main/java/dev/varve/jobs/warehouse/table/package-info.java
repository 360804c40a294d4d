/**
 * Tables as files: their rows, and how rows become visible. The only place that writes to a
 * warehouse.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.warehouse.table;
