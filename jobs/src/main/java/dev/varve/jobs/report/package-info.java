/**
 * Answers for people and programs, of whichever engine: what their columns' figures are, and the
 * documents that they make: terminal table, CSV, JSON. Uses no other package.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.report;
