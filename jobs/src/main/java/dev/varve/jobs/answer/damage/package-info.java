/** Finds and repairs files of a warehouse that differ from the published ones. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.damage;
