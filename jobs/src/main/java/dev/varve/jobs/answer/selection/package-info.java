/**
 * Sets of things that a user chooses by a condition, and the owners that reports divide bytes
 * among. The condition becomes a part of a report's SQL, in words that both engines understand.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.selection;
