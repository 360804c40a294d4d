/** Conditions that users type, as SQL that every engine reads equally. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.engine.condition;
