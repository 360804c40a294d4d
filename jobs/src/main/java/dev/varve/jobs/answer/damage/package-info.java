/** Files of a warehouse that are no longer what was published. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.damage;
