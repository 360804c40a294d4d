/**
 * Gates: limits that all rows of a report must keep. Otherwise the command fails, and with it a CI
 * build or a scheduled job.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.gate;
