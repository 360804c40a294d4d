/**
 * A warehouse as tools see it that ask in SQL: its tables, views and reports by name, with
 * comments, in sessions that only read. It knows the engine and no protocol.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.serve.catalog;
