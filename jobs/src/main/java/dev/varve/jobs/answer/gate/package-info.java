/**
 * Limits that the rows of a report must keep, so that a build or a schedule fails when one does
 * not.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.gate;
