/** Runs reports, checks and SQL of users over a warehouse; nothing here writes to it. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.query;
