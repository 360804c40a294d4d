/**
 * Records and rows: a column is found by the name of its record's component, never by position.
 * Types and names are compared once, when a binder or a reader is made.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.warehouse.row;
