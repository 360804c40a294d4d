/** Rows for people and programs: terminal table, CSV, JSON. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.report;
