/**
 * Verb {@code explain}: describes one thing of a warehouse, the tags that keep it, and the removal
 * that would free its bytes.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.explain;
