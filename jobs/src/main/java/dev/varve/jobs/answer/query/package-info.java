/** Reports, checks and free queries. Writes nothing. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.query;
