/**
 * The declarations of module schemas: tables, their columns and who makes them, views, reports,
 * checks.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.warehouse.schema;
