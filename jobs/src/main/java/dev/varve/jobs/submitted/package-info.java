/** What is different when spark-submit has started the program: the engine's log, and the end. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.submitted;
